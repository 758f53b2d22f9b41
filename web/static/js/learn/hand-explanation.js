// 見込み: what a hand is and is worth, what is near, what may come: exact fractions, percent and a small bar each.
import { drawn, h, lang, named, ruby, say, t } from "../core/dom.js";
import { gloss } from "../core/glossary.js";

// A chance that is neither certain nor impossible never reads as if it were.
export function percent(chance, decimal) {
  if (chance === "0/1" || chance === "1/1") return decimal ? "100 %" : "0 %";
  const shown = (decimal * 100).toFixed(1);
  return shown === "0.0" ? "< 0.1 %" : shown === "100.0" ? "> 99.9 %" : `${shown} %`;
}

function line({ says, chance, decimal, faces }, names) {
  const bar = h("span.bar-fill");
  bar.style.setProperty("inline-size", `${decimal * 100}%`);
  const cards = Object.entries(faces ?? {});
  const head = [
    h("span.odd-what", say(says)),
    h("span.odd-chance", h("b", percent(chance, decimal)), decimal > 0 && decimal < 1 && h("span.exact", ` ${chance}`)),
    h("span.odd-bar", { "aria-hidden": "true" }, bar),
  ];
  if (!cards.length) return h("li.odd", h("div.odd-head", head));
  return h(
    "li.odd",
    h(
      "details",
      h("summary.odd-head", head),
      h(
        "div.cards.small",
        cards.map(([code, n]) =>
          h("span.thumb", drawn(code, say(names[code].name)), n > 1 && h("span.caption", `×${n}`)),
        ),
      ),
    ),
  );
}

const list = (lines, names) =>
  h(
    "ul.odds",
    lines.map((one) => line(one, names)),
  );

function card({ card: code, name, number, group, kind, points }, months) {
  const other = lang === "ja" ? h("small", { lang: "en" }, name.en) : h("small", { lang: "ja" }, ruby(name));
  const month = months ? t("month_of", { n: number }) : "";
  return h(
    "li.card-line",
    drawn(code, ""),
    h("div", h("b", named(name)), other, h("span.facts", month, month && " · ", named(group), " · ", named(kind))),
    h("b.counts", t("counts", { n: points })),
  );
}

function worth(found) {
  if (!found.value) return refused(found.why_not.value);
  const name = found.class?.name;
  const total = found.value.total;
  return h(
    "section.panel",
    h("h3", t("worth")),
    h("p.result", name && named(name), total != null && h("span.total", t("total", { n: total }))),
    found.class && h("p.hint", say(found.class.says)),
    h(
      "ul.why-list",
      found.value.reasons.map((reason) =>
        h("li", say(reason.text), reason.section && h("small.section", t("section", { section: reason.section }))),
      ),
    ),
  );
}

const refused = (error) => error && h("p.panel.hint", say(error.message));

// Everything the table can say of the cards laid down.
export function reading(found, lesson) {
  const told = new Set();
  const parts = [
    worth(found),
    found.near.length > 0 && h("section.panel", h("h3", t("near")), list(found.near, lesson.faces)),
    ...(found.odds?.sections ?? [])
      .filter((section) => section.lines.length)
      .map((section) => h("section.panel", h("h3", say(section.title)), list(section.lines, lesson.faces))),
    found.odds && h("p.hint", t("unseen", { n: found.odds.unseen })),
    !found.odds && found.value && refused(found.why_not.odds),
    h(
      "section.panel",
      h("h3", t("cards_laid")),
      h(
        "ul.card-lines",
        found.cards.map((one) => card(one, lesson.groups.length === 12)),
      ),
    ),
  ];
  return parts.filter(Boolean).map((part) => gloss(part, told));
}
