// 図 zu: what everybody has won or lost after each round, over all games. Lines differ by dash, mark and name, not by
// colour alone; the same figures stand in a table below.
import { el, localize, msg } from "../core/dom.js";
import { formatSigned } from "../core/stones.js";
import { store } from "../core/store.js";

const DASHES = [null, "7 3", "2 3", "9 3 2 3", "4 2", "12 4", "1 2", "6 2 1 2", "3 3 8 3", "10 2"];
const MARKS = [
  (x, y) => el("circle", { cx: x, cy: y, r: 3.4 }),
  corners(4, 45),
  corners(3, -90),
  corners(4, 0),
  corners(3, 90),
  corners(5, -90),
  corners(6, 0),
  corners(3, 0),
  corners(8, 22),
  corners(3, 180),
];

function corners(count, turn) {
  return (x, y) =>
    el("polygon", {
      points: [...Array(count).keys()]
        .map((at) => {
          const angle = ((turn + (360 * at) / count) * Math.PI) / 180;
          return `${(x + 4.4 * Math.cos(angle)).toFixed(1)},${(y + 4.4 * Math.sin(angle)).toFixed(1)}`;
        })
        .join(" "),
    });
}

// As much of a name as fits beside the chart; a wide letter takes the room of two.
function short(name) {
  let room = 11,
    out = "";
  for (const letter of name) {
    room -= letter.codePointAt(0) > 0x2e7f ? 2 : 1;
    if (room < 0) return `${out}…`;
    out += letter;
  }
  return out;
}

export function stoneChart({ names, course, games }) {
  if (!course.length) return null;
  const steps = [{ game: course[0].game, held: names.map(() => 0) }, ...course];
  const all = steps.flatMap((one) => one.held);
  const low = Math.min(0, ...all) - 1,
    high = Math.max(0, ...all) + 1;
  const x = (at) => 30 + (at * 200) / course.length,
    y = (n) => 176 - ((n - low) * 158) / (high - low);
  const ends = names.map((name, at) => ({ name, at, y: y(steps.at(-1).held[at]) })).sort((a, b) => a.y - b.y);
  ends.forEach((one, at) => {
    one.label = Math.max(one.y, at ? ends[at - 1].label + 12 : 8);
  });
  const over = Math.max(0, ends.at(-1).label - 178);
  const grid = [low + 1, 0, high - 1].filter((n, at, list) => list.indexOf(n) === at);
  const turns = steps.flatMap((one, at) => (at && one.game !== steps[at - 1].game ? [at - 1] : []));
  return el(
    "figure.panel",
    el("figcaption", msg("chart")),
    el(
      "svg.chart",
      {
        viewBox: "0 0 340 184",
        role: "img",
        "aria-label": msg("chart_says", {
          names: ends.map((one) => `${one.name} ${formatSigned(steps.at(-1).held[one.at])}`).join(", "),
        }),
      },
      grid.map((n) => [
        el("path.grid", { d: `M30 ${y(n)}H230`, "stroke-dasharray": n ? "1 3" : null }),
        el("text.tick", { x: 26, y: y(n) + 3 }, formatSigned(n)),
      ]),
      turns.map((at) => el("path.grid", { d: `M${x(at)} 6V178`, "stroke-dasharray": "3 3" })),
      names.map((_, who) =>
        el(
          `g.line${who % 10}`,
          el("polyline", {
            points: steps.map((one, at) => `${x(at).toFixed(1)},${y(one.held[who]).toFixed(1)}`).join(" "),
            "stroke-dasharray": DASHES[who % 10],
          }),
          MARKS[who % 10](230, y(steps.at(-1).held[who])),
        ),
      ),
      ends.map((one) => [
        el(`path.lead.line${one.at % 10}`, { d: `M235 ${one.y}L241 ${one.label - over}` }),
        el(
          "text.end",
          { x: 243, y: one.label - over + 3 },
          `${short(one.name)} ${formatSigned(steps.at(-1).held[one.at])}`,
        ),
      ]),
    ),
    el(
      "details",
      el("summary", msg("as_table")),
      el(
        "div.wide",
        { tabindex: "0", role: "region", "aria-label": msg("as_table") },
        el(
          "table",
          el(
            "thead",
            el(
              "tr",
              el("th", { scope: "col" }, msg("rounds")),
              names.map((name) => el("th", { scope: "col" }, el("bdi", name))),
            ),
          ),
          el(
            "tbody",
            course.map((one) =>
              el(
                "tr",
                el(
                  "th",
                  { scope: "row" },
                  games.length > 1 && `${localize(store.games[games[one.game].game].name)} `,
                  String(one.round),
                ),
                one.held.map((n) => el("td", formatSigned(n))),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
