// A sheet with all cards of a deck. Taps lay cards down, and taps on the row take them up again.
import { cardGrid } from "../core/card-grid.js";
import { cardImage, el, localize, msg, openSheet, splice } from "../core/dom.js";

/**
 * @param {string} title
 * @param {Lesson} lesson
 * @param {string[]} hand the cards that lie here at first
 * @param {() => Record<string, number>} counts how many of each card lie anywhere
 * @param {(hand: string[]) => void} onChange
 */
export function openDeckPicker(title, lesson, hand, counts, onChange) {
  const row = el("div.cards", { "aria-live": "polite" });
  /** @param {string} code */
  const nameOf = (code) => localize(lesson.faces[code].name);
  /** @param {string[]} next */
  const setHand = (next) => {
    hand = next;
    onChange(hand);
    show();
  };
  const grid = cardGrid(
    lesson.groups,
    (code) => lesson.faces[code].copies,
    nameOf,
    (code) => setHand([...hand, code]),
  );
  const show = () => {
    const cards = hand.map((code, index) =>
      el(
        "button.thumb",
        { onclick: () => setHand(splice(hand, index, 1)) },
        cardImage(code, nameOf(code)),
        el("span.cross", { "aria-label": msg("remove") }, "×"),
      ),
    );
    row.replaceChildren(...cards);
    grid.refresh(counts());
  };
  const dialog = openSheet(
    title,
    el("div.sheet-hand", row),
    grid.node,
    el("div.sheet-foot", el("button.primary", { onclick: () => dialog.close() }, msg("done"))),
  );
  show();
}
