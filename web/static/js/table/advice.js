// 心得: what a seat may or must do now, folded until somebody asks.
import { get } from "../core/api.js";
import { el, localize, msg } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";

const section = (line) => line.section && el("small.section", msg("section", { section: line.section }));

// A part to mount, or null where there is nothing to say. `query`: "" for this phone's own seat, else "?game=otoroku&seat=4".
export async function loadAdvice(query = "", open = false) {
  const told = await get(`/api/advice${query}`);
  if (!told.advice.length) return null;
  return el(
    "details.advice",
    { open },
    el("summary", el("span", msg("advice")), el("b", localize(told.place))),
    markTerms(
      el(
        "ul",
        told.advice.map((line) => el("li", localize(line.text), " ", section(line))),
      ),
    ),
  );
}
