// What enrolling shows of a picture, while it learns, and when it has learned.
import { el, localize, msg } from "../core/dom.js";

/** @param {number} share */
const percent = (share) => `${(share * 100).toFixed(1)}%`;

/**
 * The picture that was taken, each card with its number.
 * @param {EnrolmentPicture} picture
 */
export function seenPicture({ accepted, seen: { cards, wanted } }) {
  const outlines = cards.map((corners, index) => [
    el("polygon", { points: corners.map(([x, y]) => `${x * 160},${y * 90}`).join(" "), "stroke-width": "0.7" }),
    el(
      "text",
      {
        x: corners.reduce((sum, [x]) => sum + x, 0) * 40,
        y: corners.reduce((sum, [, y]) => sum + y, 0) * 22.5 + 2,
        "font-size": "6",
        "stroke-width": "1",
      },
      String(index + 1),
    ),
  ]);
  return el(
    "section.panel",
    !accepted && el("p.hint.unsure", { role: "alert" }, `! ${msg("found", { n: cards.length, all: wanted })}`),
    el(
      "div.photo",
      el(
        "div.photo-in",
        el("img", { src: `/enrol/seen.jpg?${Date.now()}`, alt: msg("drawn") }),
        el("svg", { viewBox: "0 0 160 90", preserveAspectRatio: "none", "aria-hidden": "true" }, outlines),
      ),
    ),
  );
}

/**
 * How far the learning has come.
 * @param {NonNullable<Enrolment["lesson"]>} lesson
 * @param {() => void} openCancel
 */
export const learningView = ({ says, share }, openCancel) => [
  el(
    "section.panel",
    el("h3", msg("learning")),
    el("p", { role: "status" }, localize(says)),
    el("progress", { max: "1", value: String(share), "aria-label": msg("learning") }),
    el("p.hint", msg("learning_hint")),
    el("p", el("button.quiet", { onclick: openCancel }, msg("cancel"))),
  ),
];

/**
 * A learned deck: how well its cards are told apart, and which are hard to tell.
 * @param {EnrolledDeck} deck
 * @param {(code: string) => string} nameOf
 * @param {() => void} enrolAnother
 */
export function learnedView(deck, nameOf, enrolAnother) {
  /** @param {[string, string]} pair */
  const pairItem = ([one, other]) =>
    el(
      "li",
      el("img.card", { src: `/art/${one}.svg`, alt: "" }),
      el("img.card", { src: `/art/${other}.svg`, alt: "" }),
      el("span", `${nameOf(one)} — ${nameOf(other)}`),
    );
  return [
    el(
      "section.panel",
      el("h3", `✓ ${msg("learned", { name: deck.label })}`),
      el("p", msg("expect", { named: percent(deck.named), sure: percent(deck.sure) })),
    ),
    el(
      "section.panel",
      el("h3", msg("near")),
      deck.near.length
        ? [el("p.hint", msg("near_hint")), el("ul.pairs", deck.near.map(pairItem))]
        : el("p", msg("none_near")),
    ),
    el(
      "div.bar",
      el("a.button.primary.big", { href: `/start?deck=${deck.name}` }, msg("play")),
      el("button.big", { onclick: enrolAnother }, msg("another")),
    ),
  ];
}
