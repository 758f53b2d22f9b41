// The buttons below the table: always the next step.
import { post, postChange } from "../core/api.js";
import { el, msg } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { store } from "../core/store.js";
import { leaveCorrection } from "./round-changes.js";

const dealDemo = lazyAction(() => import("../hands/picture-reading.js").then((part) => part.dealDemo));

/** While an earlier round is open its host goes on with it or leaves it: nothing else is begun over it. */
const correctionBar = () =>
  el(
    "div.bar",
    el("button.big", { "data-key": "leave", onclick: leaveCorrection }, msg("leave_it")),
    el("a.button.primary.big", { href: "#hands" }, msg("go_on_correcting", { n: store.snapshot.editing?.round ?? 0 })),
  );

/** The way back to a round that is being corrected, for a host. */
export const openCorrection = () => store.isHost && store.snapshot.editing && correctionBar();

/**
 * The buttons below the table: the next step for the host, a seat for a phone without a name.
 * @param {OpenTab} openTab
 */
export function tableBar(openTab) {
  if (store.isHost) return openCorrection() || hostBar(openTab);
  const { over, closed, playable } = store.evening;
  if (store.ownPlayer() >= 0 && playable && !over && !closed && !store.snapshot.editing)
    return el("div.bar", el("button.big", { onclick: () => openTab("hands") }, msg("tell_own")));
  return seatBar();
}

/** The way to a seat for a phone without a name. Whoever comes while cards are shown wants to sit down, too. */
export function seatBar() {
  if (store.evening.closed || "watching" in document.body.dataset) return null;
  if (store.ownName) return askBar();
  return el("div.bar", el("a.button.primary.big", { href: "/join" }, msg("sit")));
}

/** Whoever came late and has a name asks for a seat. The host gives it by one tap. */
function askBar() {
  const { asking } = store.snapshot.people;
  if (store.isHost || store.ownPlayer() >= 0 || !store.evening.can_join) return null;
  return asking.includes(store.ownName)
    ? el("div.bar", el("p.hint", { role: "status" }, msg("seat_asked")))
    : el(
        "div.bar",
        el("button.primary.big", { "data-key": "ask", onclick: () => post("/api/seats/ask", {}) }, msg("seat_ask")),
      );
}

/** Who asks for a seat, to the host: one tap seats them after the last. */
export function seatRequests() {
  if (!store.isHost) return null;
  return store.snapshot.people.asking.map((name) =>
    el(
      "p.panel.ask",
      { role: "status" },
      el("span", msg("seat_wanted", { name })),
      el(
        "button.quiet",
        { "data-key": `decline ${name}`, onclick: () => post("/api/seats/decline", { player: name }) },
        msg("not_now"),
      ),
      el(
        "button.primary",
        { "data-key": `seat ${name}`, onclick: () => postChange("/api/seats/join", { player: name }) },
        msg("seat_them", { name }),
      ),
    ),
  );
}

/** @param {OpenTab} openTab */
function hostBar(openTab) {
  const { over, closed, playable, can_buy } = store.evening;
  const tallyLink = el("a.button.big", { href: "#evening" }, msg("comes_to"));
  if (closed) {
    const reopen = () => postChange(`/api/evenings/${store.evening.id}/continue`);
    const takeBack = el("button.big", { onclick: reopen }, msg("take_back_end"));
    return el("div.bar", tallyLink, takeBack, el("a.button.primary.big", { href: "/start" }, msg("another")));
  }
  if (over) {
    const again = () => postChange("/api/game/again");
    const isSingle = store.evening.options.length === "single";
    return el(
      "div.bar",
      can_buy && stonesHint(),
      tallyLink,
      el("a.button.big", { href: "/start?evening=same" }, msg("another_game")),
      el(
        "button.primary.big",
        { "data-key": "again", onclick: again },
        isSingle ? msg("one_more_round") : msg("same_game"),
      ),
    );
  }
  if (!playable) {
    const seatsLink = el("a.button.primary.big", { href: "/seats" }, msg("seats"));
    return el("div.bar", el("p.hint", msg("too_few")), seatsLink);
  }
  const { scanner, following } = store.snapshot;
  const isWaiting = scanner.state !== "up" || store.busyMessage !== null;
  // What the camera follows needs nobody to enter it; the eye says how that is.
  if (following?.on) return el("div.bar", el("p.hint", { role: "status" }, msg("fo_waiting")));
  return el(
    "div.bar",
    el(
      `button.big${scanner.demo ? "" : ".primary"}`,
      { "data-key": "tell", onclick: () => openTab("hands") },
      arePilesAsked() ? msg("tell_piles") : msg("tell_round"),
    ),
    scanner.demo &&
      el(
        `button.big.primary${store.busyMessage ? ".busy" : ""}`,
        { disabled: isWaiting, onclick: () => dealDemo(openTab) },
        store.busyMessage ?? msg("deal_demo"),
      ),
  );
}

/** Cards of the largest hand that is dealt in any game, with some to spare; captured cards may be more. */
const LARGEST_HAND = 11;

/** Whether this game asks for what everybody captured: in the end nobody has a hand. */
const arePilesAsked = () =>
  store
    .cardPrompts()
    .some(
      ({ laid, optional, ordered, least, most, counting }) =>
        laid && !optional && !ordered && least === 0 && most > LARGEST_HAND && !counting.length,
    );

/** Says that a game for which too few have stones goes on when somebody takes more. */
function stonesHint() {
  return el("p.hint", msg("out_of_stones"), " ", el("a", { href: "/seats" }, msg("seats")));
}
