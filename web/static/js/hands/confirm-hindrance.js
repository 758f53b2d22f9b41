// Why the round cannot be confirmed yet, as one line beside the button that leads to the place.
import { COLON, el, focusKey, localize, msg, plural } from "../core/dom.js";
import { store } from "../core/store.js";
import { checkLabel, promptOwner } from "./cards.js";

/** @typedef {{ text: string, place: string, key?: string }} Hindrance what it is, where it is, what is tapped there */

/** What the round must still be told, in the order in which it is asked. */
export function missingPrompts() {
  const { preview, asks } = store.snapshot;
  return (preview.missing ?? []).flatMap((path) => asks.filter((prompt) => prompt.path === path));
}

/**
 * What is missing of one answer: how many cards there are, and how many the game needs.
 * @param {Prompt} prompt
 */
export function missingText(prompt) {
  const { path, kind, least, most, seat, label } = prompt;
  if (kind === "cards") {
    const held = store.cardsOf(path).length;
    const count = held ? plural("one_card", "n_cards", held) : msg("no_cards");
    const isExact = least === most;
    return msg(isExact ? "needs_exactly" : "needs_least", { name: promptOwner(prompt), count, least });
  }
  const what = localize(label);
  return msg("not_said", { what: seat == null ? what : `${store.seatName(seat)} · ${what}` });
}

/**
 * Whose answer is refused, where the sentence does not name them.
 * @param {ServerError} error
 */
export function refusedName({ seat, message }) {
  const name = seat == null ? "" : store.seatName(seat);
  return localize(message).includes(name) ? "" : name;
}

/** @returns {Hindrance | null} */
function findHindrance() {
  const { draft, preview, editing, following } = store.snapshot;
  if (preview.error && !draft.begun) return { text: msg("nothing_entered"), place: ".hand" };
  if (preview.error) {
    const name = refusedName(preview.error);
    const text = localize(preview.error.message);
    return { text: name ? `${name}${COLON}${text}` : text, place: "#main .refused" };
  }
  const [missing] = missingPrompts();
  if (missing) {
    const place = missing.kind === "cards" ? "hand" : "ask";
    return {
      text: missingText(missing),
      place: `[data-${place}="${CSS.escape(missing.path)}"]`,
      key: `add ${missing.path}`,
    };
  }
  if (!preview.settlement) return null;
  if (draft.unsure > 0) return { text: `◆ ${checkLabel(draft.unsure)}`, place: ".thumb.unsure" };
  if (!editing && following?.asks?.length) return { text: msg("fo_asks"), place: "[data-before]" };
  return null;
}

/** The first thing that keeps the round from being confirmed, with the way there. */
export function confirmHindrance() {
  const found = findHindrance();
  if (!found) return null;
  const { text, place, key } = found;
  const go = () => {
    document.querySelector(place)?.scrollIntoView({ block: "center" });
    if (key) focusKey(document, key);
  };
  return el(
    "button.quiet.hindrance",
    { "data-key": "hindrance", onclick: go },
    el("span", text),
    el("b", msg("show_place")),
  );
}
