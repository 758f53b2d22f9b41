// 精算: who pays whom, what every hand is worth and why, before booking and after.
import { el, localize, msg, nameSpan } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";
import { netStones, stonePile } from "../core/stones.js";
import { store } from "../core/store.js";

export function classLabel(key, game = store.game) {
  const found = game.classes.find((each) => each.key === key);
  return found ? nameSpan(found.name) : el("span", key);
}

export function settlementView(result, name, game = store.game) {
  const outcome = game.outcomes[result.outcome],
    told = new Set();
  return el(
    "div.settled",
    outcome && markTerms(el("p.outcome", localize(outcome)), told),
    result.transfers.length === 0 && el("p", msg("nobody_pays")),
    el(
      "ul.pays",
      result.transfers.map((pay) =>
        el(
          "li",
          el("span", msg("pays", { a: name(pay.from), b: name(pay.to) })),
          el("b", String(pay.stones)),
          stonePile(pay.stones),
          pay.reason && markTerms(el("small", localize(pay.reason.text)), told),
        ),
      ),
    ),
    result.carried > 0 && el("p", `${msg("carried")}: ${result.carried}`),
    result.house > 0 && el("p", `${msg("house")}: ${result.house}`),
    markTerms(
      el(
        "details.why",
        { open: true },
        el("summary", msg("why")),
        result.reasons.map((reason) => el("p", localize(reason.text))),
        el(
          "dl",
          result.hands.map((hand) => [
            el(
              "dt",
              el("bdi", name(hand.seat)),
              hand.class && el("span.class", classLabel(hand.class, game)),
              netStones(result.net[hand.seat]),
            ),
            hand.reasons.map((reason) =>
              el("dd", el("span", localize(reason.text)), reason.points != null && el("b", String(reason.points))),
            ),
          ]),
        ),
      ),
      told,
    ),
    result.stones &&
      el(
        "p.after",
        `${msg("after")}: `,
        result.stones.map((held, seat) => el("span", el("bdi", name(seat)), el("b", String(held)))),
      ),
  );
}
