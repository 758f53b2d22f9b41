// Has pictures read: of the whole table, of one hand, of a demo round.
import { post } from "../core/api.js";
import { el, localize, msg, openSheet, plural, redraw, showToast } from "../core/dom.js";
import { rememberTab } from "../core/open-tab.js";
import { shrinkPhoto } from "../core/photo-size.js";
import { store } from "../core/store.js";

/**
 * Says why no card was read, or too few, with the way to take the picture again.
 * @param {string} title
 * @param {LocalText} advice
 * @param {() => HTMLElement} again makes the button that takes it
 */
function openAdvice(title, advice, again) {
  const button = again();
  const dialog = openSheet(title, el("p", localize(advice)), el("div.sheet-foot", button));
  button.addEventListener(button.matches("label") ? "change" : "click", () => dialog.close());
}

/**
 * Has the server read a picture, and says how many cards it found.
 * @param {string} path
 * @param {File | Record<string, unknown>} body
 * @param {() => HTMLElement} again makes the button that takes the picture again, where it shows no card
 */
export async function readPicture(path, body, again) {
  store.busyMessage = msg("reading");
  redraw();
  const answer = await post(path, body instanceof File ? await shrinkPhoto(body) : body);
  store.busyMessage = null;
  redraw();
  if (!answer) return answer;
  const title = answer.cards === 0 ? msg("none_seen") : plural("seen_one", "seen", answer.cards);
  if (answer.advice) openAdvice(title, answer.advice, again);
  else showToast(title);
  return answer;
}

/** @param {OpenTab} openTab */
export async function dealDemo(openTab) {
  const isStillHere = rememberTab();
  const again = () => el("button.primary.big", { onclick: () => dealDemo(openTab) }, msg("deal_demo"));
  const answer = await readPicture("/api/demo/round", { version: store.snapshot.version }, again);
  if (answer && isStillHere()) openTab("hands");
}

/**
 * A button that takes a picture with this phone.
 * @param {string} label
 * @param {string | null} path of the hand whose cards are on it; null for the whole table
 * @param {"round" | "wide" | "big" | "big.primary" | "lens-only"} shape of which the first and the last show no words
 * @param {string} shown the key of shorter words, where the label says whose hand it is
 */
export function cameraButton(label, path, shape, shown = "") {
  const isSign = shape === "round" || shape === "lens-only";
  const target = path ? `?to=${encodeURIComponent(path)}` : "";
  const again = () => cameraButton(msg("take_again"), path, "big");
  /** @type {HTMLInputElement} */
  const input = el("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    "aria-label": label,
    "data-photo": path ?? "table",
    onchange: () => {
      const file = input.files?.[0];
      if (file) readPicture(`/api/picture${target}`, file, again);
      input.value = "";
    },
  });
  const words = shown ? msg(shown) : label;
  return el(`label.button.${shape}`, el("i.lens"), isSign ? el("span.aural", label) : ` ${words}`, input);
}
