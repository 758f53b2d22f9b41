// 見込み: what a hand is and is worth, what is near, what may come: exact fractions, percent and a small bar each.
import { cardImage, el, lang, localize, msg, nameSpan, rubyName } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";

// A chance that is neither certain nor impossible never reads as if it were.
export function formatChance(chance, decimal) {
  if (chance === "0/1" || chance === "1/1") return decimal ? "100 %" : "0 %";
  const shown = (decimal * 100).toFixed(1);
  return shown === "0.0" ? "< 0.1 %" : shown === "100.0" ? "> 99.9 %" : `${shown} %`;
}

function line({ says, chance, decimal, faces }, names) {
  const bar = el("span.bar-fill");
  bar.style.setProperty("inline-size", `${decimal * 100}%`);
  const cards = Object.entries(faces ?? {});
  const head = [
    el("span.odd-what", localize(says)),
    el(
      "span.odd-chance",
      el("b", formatChance(chance, decimal)),
      decimal > 0 && decimal < 1 && el("span.exact", ` ${chance}`),
    ),
    el("span.odd-bar", { "aria-hidden": "true" }, bar),
  ];
  if (!cards.length) return el("li.odd", el("div.odd-head", head));
  return el(
    "li.odd",
    el(
      "details",
      el("summary.odd-head", head),
      el(
        "div.cards.small",
        cards.map(([code, n]) =>
          el("span.thumb", cardImage(code, localize(names[code].name)), n > 1 && el("span.caption", `×${n}`)),
        ),
      ),
    ),
  );
}

const list = (lines, names) =>
  el(
    "ul.odds",
    lines.map((one) => line(one, names)),
  );

function card({ card: code, name, number, group, kind, points }, months) {
  const other = lang === "ja" ? el("small", { lang: "en" }, name.en) : el("small", { lang: "ja" }, rubyName(name));
  const month = months ? msg("month_of", { n: number }) : "";
  return el(
    "li.card-line",
    cardImage(code, ""),
    el(
      "div",
      el("b", nameSpan(name)),
      other,
      el("span.facts", month, month && " · ", nameSpan(group), " · ", nameSpan(kind)),
    ),
    el("b.counts", msg("counts", { n: points })),
  );
}

function worth(found) {
  if (!found.value) return refused(found.why_not.value);
  const name = found.class?.name;
  const total = found.value.total;
  return el(
    "section.panel",
    el("h3", msg("worth")),
    el("p.result", name && nameSpan(name), total != null && el("span.total", msg("total", { n: total }))),
    found.class && el("p.hint", localize(found.class.says)),
    el(
      "ul.why-list",
      found.value.reasons.map((reason) =>
        el(
          "li",
          localize(reason.text),
          reason.section && el("small.section", msg("section", { section: reason.section })),
        ),
      ),
    ),
  );
}

const refused = (error) => error && el("p.panel.hint", localize(error.message));

// Everything the table can say of the cards laid down.
export function explainHand(found, lesson) {
  const told = new Set();
  const parts = [
    worth(found),
    found.near.length > 0 && el("section.panel", el("h3", msg("near")), list(found.near, lesson.faces)),
    ...(found.odds?.sections ?? [])
      .filter((section) => section.lines.length)
      .map((section) => el("section.panel", el("h3", localize(section.title)), list(section.lines, lesson.faces))),
    found.odds && el("p.hint", msg("unseen", { n: found.odds.unseen })),
    !found.odds && found.value && refused(found.why_not.odds),
    el(
      "section.panel",
      el("h3", msg("cards_laid")),
      el(
        "ul.card-lines",
        found.cards.map((one) => card(one, lesson.groups.length === 12)),
      ),
    ),
  ];
  return parts.filter(Boolean).map((part) => markTerms(part, told));
}
