// Says which section of the rules a reason comes from, and leads to how that game is played.
import { el, msg } from "./dom.js";

/** @param {string | undefined} section such as "otoroku 4.6" */
export function ruleLink(section) {
  if (!section) return null;
  const game = section.split(" ")[0].replace("-", "_");
  return el("small.section", el("a", { href: `/learn/${game}` }, msg("section", { section })));
}
