// 心得: what a seat may or must do now, folded until somebody asks.
import { get } from "../core/api.js";
import { h, say, t } from "../core/dom.js";
import { gloss } from "../core/glossary.js";

const section = (line) => line.section && h("small.section", t("section", { section: line.section }));

// A part to mount, or null where there is nothing to say. `query`: "" for this phone's own seat, else "?game=otoroku&seat=4".
export async function advice(query = "", open = false) {
  const told = await get(`/api/advice${query}`);
  if (!told.advice.length) return null;
  return h(
    "details.advice",
    { open },
    h("summary", h("span", t("advice")), h("b", say(told.place))),
    gloss(
      h(
        "ul",
        told.advice.map((line) => h("li", say(line.text), " ", section(line))),
      ),
    ),
  );
}
