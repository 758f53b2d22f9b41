// The buttons that undo, redo or correct a settled round.
import { post, postChange } from "../core/api.js";
import { el, msg } from "../core/dom.js";
import { rememberTab } from "../core/open-tab.js";
import { store } from "../core/store.js";

/** Leaves the round that is being corrected as it was. Whether that was done. */
export const leaveCorrection = () => post("/api/draft/clear", { version: store.snapshot.version });

/** What was entered of a round that was started over comes back with one tap, until something else is entered. */
export function droppedRound() {
  if (!store.isHost || !store.snapshot.dropped) return null;
  const restore = () => post("/api/draft/restore", { version: store.snapshot.version });
  return el(
    "p.panel.ask",
    { role: "status" },
    el("span", msg("dropped")),
    el("button", { "data-key": "restore", onclick: restore }, msg("undo")),
  );
}

/** @param {{ number: number, undoable: boolean, redoable: boolean }} entry */
export const undoButtons = ({ number, undoable, redoable }) => [
  undoable && el("button.quiet", { onclick: () => postChange("/api/undo", { of: number }) }, msg("undo")),
  redoable && el("button.quiet", { onclick: () => postChange("/api/redo", { of: number }) }, msg("redo")),
];

/**
 * @param {number} number of the round's entry
 * @param {string} name of the round
 */
export function correctButton(number, name) {
  const reopen = async () => {
    const isStillHere = rememberTab();
    if ((await post(`/api/rounds/${number}/reopen`, { version: store.snapshot.version })) && isStillHere())
      location.hash = "hands";
  };
  return el(
    "button.quiet",
    { "data-key": `edit ${number}`, onclick: reopen },
    msg("correct"),
    el("span.aural", ` ${name}`),
  );
}
