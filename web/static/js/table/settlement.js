// 精算: who pays whom, what every hand is worth and why, before booking and after.
import { h, named, say, t } from "../core/dom.js";
import { gloss } from "../core/glossary.js";
import { gain, pile } from "../core/stones.js";
import { S } from "../core/store.js";

export function className(key, game = S.game) {
  const found = game.classes.find((each) => each.key === key);
  return found ? named(found.name) : h("span", key);
}

export function settled(result, name, game = S.game) {
  const outcome = game.outcomes[result.outcome],
    told = new Set();
  return h(
    "div.settled",
    outcome && gloss(h("p.outcome", say(outcome)), told),
    result.transfers.length === 0 && h("p", t("nobody_pays")),
    h(
      "ul.pays",
      result.transfers.map((pay) =>
        h(
          "li",
          h("span", t("pays", { a: name(pay.from), b: name(pay.to) })),
          h("b", String(pay.stones)),
          pile(pay.stones),
          pay.reason && gloss(h("small", say(pay.reason.text)), told),
        ),
      ),
    ),
    result.carried > 0 && h("p", `${t("carried")}: ${result.carried}`),
    result.house > 0 && h("p", `${t("house")}: ${result.house}`),
    gloss(
      h(
        "details.why",
        { open: true },
        h("summary", t("why")),
        result.reasons.map((reason) => h("p", say(reason.text))),
        h(
          "dl",
          result.hands.map((hand) => [
            h(
              "dt",
              h("bdi", name(hand.seat)),
              hand.class && h("span.class", className(hand.class, game)),
              gain(result.net[hand.seat]),
            ),
            hand.reasons.map((reason) =>
              h("dd", h("span", say(reason.text)), reason.points != null && h("b", String(reason.points))),
            ),
          ]),
        ),
      ),
      told,
    ),
    result.stones &&
      h(
        "p.after",
        `${t("after")}: `,
        result.stones.map((held, seat) => h("span", h("bdi", name(seat)), h("b", String(held)))),
      ),
  );
}
