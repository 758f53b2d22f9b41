// What a hand is and is worth, what is one card away and what may come: percent and a bar each.
import { cardImage, el, lang, localize, msg, nameSpan, rubyName } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";
import { ruleLink } from "../core/rule-link.js";

/**
 * In percent. A chance that is neither certain nor impossible never reads as if it were.
 * @param {string} chance an exact fraction
 * @param {number} decimal
 */
export function formatChance(chance, decimal) {
  if (chance === "0/1" || chance === "1/1") return decimal ? "100 %" : "0 %";
  const percent = (decimal * 100).toFixed(1);
  if (percent === "0.0") return "< 0.1 %";
  return percent === "100.0" ? "> 99.9 %" : `${percent} %`;
}

/**
 * @param {Chance} chance
 * @param {Lesson["faces"]} faceOf
 */
export function chanceItem({ says, chance, decimal, faces }, faceOf) {
  const bar = el("span.bar-fill");
  bar.style.setProperty("inline-size", `${decimal * 100}%`);
  const cards = Object.entries(faces ?? {});
  const head = [
    el("span.odd-what", localize(says)),
    el("b.odd-chance", formatChance(chance, decimal)),
    el("span.odd-bar", { "aria-hidden": "true" }, bar),
  ];
  if (!cards.length) return el("li.odd", el("div.odd-head", head));
  const thumbs = cards.map(([code, n]) =>
    el("span.thumb", cardImage(code, localize(faceOf[code].name)), n > 1 && el("span.caption", `×${n}`)),
  );
  return el("li.odd", el("details", el("summary.odd-head", head), el("div.cards.small", thumbs)));
}

/**
 * @param {string} title
 * @param {Chance[]} chances
 * @param {Lesson["faces"]} faceOf
 * @param {{ decimal: number }} [average] what a stake of one stone brings
 */
const chancePanel = (title, chances, faceOf, average) =>
  el(
    "section.panel",
    el("h3", title),
    el(
      "ul.odds",
      chances.map((chance) => chanceItem(chance, faceOf)),
    ),
    average && el("p.hint", msg("average", { n: average.decimal.toFixed(3).replace("-", "−") })),
  );

/**
 * @param {LaidCard} card
 * @param {boolean} hasMonths
 */
function cardItem({ card, name, number, group, kind, points }, hasMonths) {
  const otherName = lang === "ja" ? el("small", { lang: "en" }, name.en) : el("small", { lang: "ja" }, rubyName(name));
  const month = hasMonths ? msg("month_of", { n: String(number) }) : "";
  return el(
    "li.card-line",
    cardImage(card, ""),
    el(
      "div",
      el("b", nameSpan(name)),
      otherName,
      el("span.facts", month, month && " · ", nameSpan(group), " · ", nameSpan(kind)),
    ),
    points != null && el("b.counts", msg("counts", { n: String(points) })),
  );
}

/** @param {HandExplanation} found */
function valuePanel({ value, class: handClass, why_not }) {
  if (!value) return errorPanel(why_not.value);
  const reasons = value.reasons.map(({ text, section }) => el("li", localize(text), ruleLink(section)));
  return el(
    "section.panel",
    el("h3", msg("worth")),
    el(
      "p.result",
      handClass && nameSpan(handClass.name),
      value.total != null && el("span.total", msg("total", { n: value.total })),
    ),
    handClass && el("p.hint", localize(handClass.says)),
    el("ul.why-list", reasons),
  );
}

/** @param {ServerError | undefined} error */
const errorPanel = (error) => error && el("p.panel.hint", localize(error.message));

/**
 * Everything the table can say of the cards laid down.
 * @param {HandExplanation} found
 * @param {Lesson} lesson
 */
export function explainHand(found, lesson) {
  const sections = found.odds?.sections.filter((section) => section.lines.length) ?? [];
  const hasMonths = lesson.groups.length >= 12;
  const parts = [
    valuePanel(found),
    found.near.length > 0 && chancePanel(msg("near"), found.near, lesson.faces),
    ...sections.map((section) => chancePanel(localize(section.title), section.lines, lesson.faces, section.average)),
    found.odds && el("p.hint", msg("unseen", { n: found.odds.unseen })),
    !found.odds && found.value && errorPanel(found.why_not.odds),
    el(
      "section.panel",
      el("h3", msg("cards_laid")),
      el(
        "ul.card-lines",
        found.cards.map((card) => cardItem(card, hasMonths)),
      ),
    ),
  ];
  const explained = new Set();
  return parts.flatMap((part) => (part ? [markTerms(part, explained)] : []));
}
