// What everybody has won or lost after each round, over all games of the evening. Lines differ by dash, mark and name,
// not by color alone, and the same figures stand in a table below.
import { el, listOf, localize, msg } from "../core/dom.js";
import { formatSigned } from "../core/stones.js";
import { store } from "../core/store.js";

/** How many lines differ; then the styles begin again. */
const STYLES = 10;
const DASHES = [null, "7 3", "2 3", "9 3 2 3", "4 2", "12 4", "1 2", "6 2 1 2", "3 3 8 3", "10 2"];
const MARKS = [
  circleMark,
  polygonMark(4, 45),
  polygonMark(3, -90),
  polygonMark(4, 0),
  polygonMark(3, 90),
  polygonMark(5, -90),
  polygonMark(6, 0),
  polygonMark(3, 0),
  polygonMark(8, 22),
  polygonMark(3, 180),
];
/** The lines of who won and who lost most, in units of the drawing. A mark and half a letter fit beyond them. */
const TOP = 10;
const BOTTOM = 174;
/** The lowest place of a name at the end of a line. */
const LOWEST_LABEL = 178;
const LABEL_HEIGHT = 12;
/** Letters of a name that fit beside the chart. */
const NAME_WIDTH = 11;
/** The whole drawing on a phone and on a wide screen, and a letter beside the lines, in units of the drawing. */
const NARROW = 340;
const WIDE = 600;
const LETTER_WIDTH = 7.1;
/** The size of text where nobody asked for another, in pixels. */
const USUAL_LETTER = 16;
/** Between the end of a line and its name: the mark and the lead. */
const GAP = 13;
/** Code points above this one are wide letters, which take the room of two. */
const LAST_NARROW = 0x2e7f;

/**
 * @param {number} x
 * @param {number} y
 */
function circleMark(x, y) {
  return el("circle", { cx: x, cy: y, r: 3.4 });
}

/**
 * @param {number} corners
 * @param {number} turn in degrees
 */
function polygonMark(corners, turn) {
  /**
   * @param {number} x
   * @param {number} y
   */
  return (x, y) => {
    const points = [...Array(corners).keys()].map((corner) => {
      const angle = ((turn + (360 * corner) / corners) * Math.PI) / 180;
      return `${(x + 4.4 * Math.cos(angle)).toFixed(1)},${(y + 4.4 * Math.sin(angle)).toFixed(1)}`;
    });
    return el("polygon", { points: points.join(" ") });
  };
}

/** @param {string} letter */
const widthOf = (letter) => (Number(letter.codePointAt(0)) > LAST_NARROW ? 2 : 1);

/** @param {string} text */
const letterWidth = (text) => [...text].reduce((width, letter) => width + widthOf(letter), 0);

/** @param {string} name */
function shortName(name) {
  let room = NAME_WIDTH;
  let short = "";
  for (const letter of name) {
    room -= widthOf(letter);
    if (room < 0) return `${short}…`;
    short += letter;
  }
  return short;
}

/** How much larger than usual this phone's text is. The drawing grows with it. */
const textScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_LETTER;

/**
 * @param {Tally} tally
 * @param {boolean} isWide whether it has a wide screen to itself
 */
export function stoneChart(tally, isWide = false) {
  if (!tally.course.length) return null;
  return el(
    "figure.panel",
    el("figcaption", msg("chart")),
    drawing(tally, (isWide ? WIDE : NARROW) / textScale()),
    el("details", el("summary", msg("as_table")), table(tally)),
  );
}

/**
 * @param {Tally} tally
 * @param {number} width
 */
function drawing({ names, course }, width) {
  const steps = [{ game: course[0].game, held: names.map(() => 0) }, ...course];
  const final = steps[steps.length - 1].held;
  const all = steps.flatMap((step) => step.held);
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  // Lines take all the room that names leave.
  const ending = (/** @type {number} */ player) => `${shortName(names[player])} ${formatSigned(final[player])}`;
  const longest = Math.max(...names.map((_, player) => letterWidth(ending(player))));
  const right = Math.min(width - 60, width - GAP - longest * LETTER_WIDTH);
  /** @param {number} step */
  const x = (step) => 30 + (step * (right - 30)) / course.length;
  /** @param {number} n */
  const y = (n) => BOTTOM - ((n - low) * (BOTTOM - TOP)) / (high - low || 1);
  const ends = spreadLabels(names.map((name, player) => ({ name, player, y: y(final[player]), label: 0 })));
  const lines = [low, 0, high].filter((n, index, list) => list.indexOf(n) === index);
  const gameStarts = steps.flatMap(({ game }, step) => (step && game !== steps[step - 1].game ? [step - 1] : []));
  const summary = listOf(ends.map(({ name, player }) => `${name} ${formatSigned(final[player])}`));
  return el(
    "svg.chart",
    { viewBox: `0 0 ${width} 184`, role: "img", "aria-label": msg("chart_says", { names: summary }) },
    lines.map((n) => [
      el("path.grid", { d: `M30 ${y(n)}H${right}`, "stroke-dasharray": n ? "1 3" : null }),
      el("text.tick", { x: 26, y: y(n) + 3 }, formatSigned(n)),
    ]),
    gameStarts.map((step) => el("path.grid", { d: `M${x(step)} 6V178`, "stroke-dasharray": "3 3" })),
    names.map((_, player) =>
      el(
        `g.line${player % STYLES}`,
        el("polyline", {
          points: steps.map(({ held }, step) => `${x(step).toFixed(1)},${y(held[player]).toFixed(1)}`).join(" "),
          "stroke-dasharray": DASHES[player % STYLES],
        }),
        MARKS[player % STYLES](right, y(final[player])),
      ),
    ),
    ends.map((end) => [
      el(`path.lead.line${end.player % STYLES}`, { d: `M${right + 5} ${end.y}L${right + GAP - 2} ${end.label}` }),
      el("text.end", { x: right + GAP, y: end.label + 3 }, ending(end.player)),
    ]),
  );
}

/**
 * Moves the names at the ends of the lines apart, so that none covers another.
 * @param {{ name: string, player: number, y: number, label: number }[]} ends
 */
function spreadLabels(ends) {
  ends.sort((a, b) => a.y - b.y);
  ends.forEach((end, index) => {
    end.label = Math.max(end.y, index ? ends[index - 1].label + LABEL_HEIGHT : 8);
  });
  // Those that would stand below the drawing move up, and only as many others as are in their way.
  let lowest = LOWEST_LABEL;
  for (const end of [...ends].reverse()) {
    end.label = Math.min(end.label, lowest);
    lowest = end.label - LABEL_HEIGHT;
  }
  return ends;
}

/** @param {Tally} tally */
function table({ names, course, games }) {
  /** @param {number} game */
  const gamePrefix = (game) => games.length > 1 && `${localize(store.games[games[game].game].name)} `;
  return el(
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
        course.map(({ game, round, held }) =>
          el(
            "tr",
            el("th", { scope: "row" }, gamePrefix(game), String(round)),
            held.map((n) => el("td", formatSigned(n))),
          ),
        ),
      ),
    ),
  );
}
