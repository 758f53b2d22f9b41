// 並べる: a sheet with all cards of a deck; taps lay a card down, taps on the row take it up again.

import { grid } from "../core/card-grid.js";
import { drawn, h, say, sheet, spliced, t } from "../core/dom.js";

// `lesson`: faces and groups; `counts()`: how many of each code lie anywhere; `change(hand)` gives what lies here now.
export function pick(title, lesson, hand, counts, change) {
  const row = h("div.cards", { "aria-live": "polite" });
  const nameOf = (code) => say(lesson.faces[code].name);
  const put = (next) => {
    hand = next;
    change(hand);
    show();
  };
  const deck = grid(
    lesson.groups,
    (code) => lesson.faces[code].copies,
    nameOf,
    (code) => put([...hand, code]),
  );
  const show = () => {
    row.replaceChildren(
      ...hand.map((code, at) =>
        h(
          "button.thumb",
          { onclick: () => put(spliced(hand, at, 1)) },
          drawn(code, nameOf(code)),
          h("span.cross", { "aria-label": t("remove") }, "×"),
        ),
      ),
    );
    deck.refresh(counts());
  };
  const dialog = sheet(
    title,
    h("div.sheet-hand", row),
    deck.el,
    h("div.sheet-foot", h("button.primary", { onclick: () => dialog.close() }, t("done"))),
  );
  show();
}
