// 並べる: a sheet with all cards of a deck; taps lay a card down, taps on the row take it up again.

import { cardGrid } from "../core/card-grid.js";
import { cardImage, el, localize, msg, openSheet, splice } from "../core/dom.js";

// `lesson`: faces and groups; `counts()`: how many of each code lie anywhere; `change(hand)` gives what lies here now.
export function openDeckPicker(title, lesson, hand, counts, change) {
  const row = el("div.cards", { "aria-live": "polite" });
  const nameOf = (code) => localize(lesson.faces[code].name);
  const put = (next) => {
    hand = next;
    change(hand);
    show();
  };
  const deck = cardGrid(
    lesson.groups,
    (code) => lesson.faces[code].copies,
    nameOf,
    (code) => put([...hand, code]),
  );
  const show = () => {
    row.replaceChildren(
      ...hand.map((code, at) =>
        el(
          "button.thumb",
          { onclick: () => put(splice(hand, at, 1)) },
          cardImage(code, nameOf(code)),
          el("span.cross", { "aria-label": msg("remove") }, "×"),
        ),
      ),
    );
    deck.refresh(counts());
  };
  const dialog = openSheet(
    title,
    el("div.sheet-hand", row),
    deck.el,
    el("div.sheet-foot", el("button.primary", { onclick: () => dialog.close() }, msg("done"))),
  );
  show();
}
