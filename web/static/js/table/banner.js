// The line above the page: what everybody should know, how old the page is, and what answers in the table's place.
import { byId, el, localize, msg } from "../core/dom.js";

/**
 * Says why what the page needs does not come.
 * @param {string} text
 */
export function sayWhy(text) {
  byId("banner").className = text ? "stale" : "";
  byId("banner").textContent = text;
}

/**
 * The text is announced once to those who hear the page; the age beside it is only seen.
 * @param {Snapshot | undefined} newest
 * @param {{ age: number | null, why: string, isHeld: boolean }} stream seconds since anything was heard, while that is
 *   long ago; what answers instead, "" for nothing; whether the stream brings nothing, so that the table is asked
 */
export function drawBanner(newest, { age, why, isHeld }) {
  const heard = [localize(newest?.says), isHeld && msg("no_live")].filter(Boolean).join(" ");
  const text = age == null ? heard : why || msg("lost");
  const banner = byId("banner");
  if (banner.dataset.words !== text) {
    banner.dataset.words = text;
    banner.replaceChildren(...(text ? [text, el("span", { "aria-hidden": "true" })] : []));
    document.body.classList.toggle("old", age != null);
  }
  if (age == null) {
    banner.className = newest?.saved === false ? "alarm" : "";
    return;
  }
  const ageText = age < 120 ? msg("old_seconds", { n: age }) : msg("old_minutes", { n: Math.round(age / 60) });
  banner.className = "stale";
  if (banner.lastChild) banner.lastChild.textContent = ` ${ageText}`;
}
