// The eye in the corner of the cloth: whether the camera follows the play, and how that is.
import { el, msg } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { store } from "../core/store.js";
import { loadStyle } from "../core/styles.js";

await loadStyle("table/rim");

const switchFollowing = lazyAction(() => import("../follow/panel.js").then((part) => part.switchFollowing));
const openFollowing = lazyAction(() => import("../follow/panel.js").then((part) => part.openFollowing));

/**
 * How the camera follows, as one word; null where it cannot.
 * @returns {"off" | "away" | "lost" | "asks" | "waiting" | "on" | null}
 */
function eyeState() {
  const { on, offered, phase, lost, asks, differing } = store.snapshot.following ?? {};
  const { closed, over } = store.evening;
  if (!on) return offered && store.isHost && !closed && !over ? "off" : null;
  if (phase === "away") return "away";
  if (phase === "lost" || lost) return "lost";
  if (asks?.length || differing?.length) return "asks";
  return phase === "waiting" ? "waiting" : "on";
}

/** A tap opens what was followed; where nothing is followed yet, it begins. */
export function followEye() {
  const state = eyeState();
  if (!state) return null;
  const sign = [el("i.pupil", { "aria-hidden": "true" }), el("span", msg(`eye_${state}`))];
  if (state === "off") {
    const begin = () => switchFollowing(true, false);
    return el(
      "button.eye.off",
      {
        role: "switch",
        "aria-checked": false,
        "aria-label": msg("fo_switch"),
        "data-key": "fo_switch",
        onclick: begin,
      },
      sign,
    );
  }
  return el(`button.eye.${state}`, { "data-key": "eye", onclick: openFollowing }, sign);
}
