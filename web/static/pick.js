// 並べる: a sheet with all cards of a deck; taps lay a card down, taps on the row take it up again.
import { h, lang, named, say, sheet, spliced, t } from "./dom.js";

export const face = (code, alt) => h("img.card", { src: `/art/${code}.svg`, alt });

// `lesson`: faces and groups; `counts()`: how many of each code lie anywhere; `change(hand)` gives what lies here now.
export function pick(title, lesson, hand, counts, change) {
  const row = h("div.cards", { "aria-live": "polite" });
  const nameOf = (code) => say(lesson.faces[code].name);
  const buttons = {};
  const put = (next) => { hand = next; change(hand); show(); };
  const rows = lesson.groups.map(({ name, codes }, at) => {
    const here = codes.filter((code) => code in lesson.faces);
    const box = h("div.group", { role: "group", "aria-label": say(name) },
      h("span.group-name", { lang }, lesson.groups.length === 12 && `${at + 1} `, named(name)),
      here.map((code) => (buttons[code] = h("button.face", { onclick: () => put([...hand, code]) }, face(code, nameOf(code))))));
    box.style.setProperty("--span", Math.min(here.length, 8));
    return here.length > 0 && box;
  });
  const show = () => {
    row.replaceChildren(...hand.map((code, at) => h("button.thumb", { onclick: () => put(spliced(hand, at, 1)) },
      face(code, nameOf(code)), h("span.cross", { "aria-label": t("remove") }, "×"))));
    const lying = counts();
    for (const [code, button] of Object.entries(buttons)) {
      const { copies } = lesson.faces[code], left = copies - (lying[code] ?? 0);
      button.disabled = left < 1;
      button.dataset.left = copies > 1 ? `×${left}` : "";
    }
  };
  const dialog = sheet(title, h("div.sheet-hand", row), h("div.grid", rows.filter(Boolean)),
    h("div.sheet-foot", h("button.primary", { onclick: () => dialog.close() }, t("done"))));
  show();
}
