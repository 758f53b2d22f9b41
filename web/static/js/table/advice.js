// What a seat may or must do now, folded until somebody asks.
import { get } from "../core/api.js";
import { el, localize, msg } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";
import { ruleLink } from "../core/rule-link.js";

/**
 * The advice as an element, or null where there is none.
 * @param {string} query "" for this phone's own seat, else as in "?game=otoroku&seat=4"
 * @param {boolean} open
 */
export async function loadAdvice(query = "", open = false) {
  /** @type {Advice} */
  const { place, advice } = await get(`/api/advice${query}`);
  if (!advice.length) return null;
  const lines = advice.map((reason) => el("li", localize(reason.text), " ", ruleLink(reason.section)));
  return el(
    "details.advice",
    { open },
    el("summary", el("span", msg("advice")), el("b", localize(place))),
    markTerms(el("ul", lines)),
  );
}
