// One event of the hall, live: its clock, the seats of its rounds, its standings.
import { byId, el, listOf, localize, msg } from "../core/dom.js";
import { formatSigned } from "../core/stones.js";
import { fitLetters, showInTurn } from "./big-screen.js";
import { listenToHall } from "./hall-stream.js";
import { chosenPlayer, createSeatFinder } from "./seat-finder.js";

/** @type {HallEvent} */
let event = JSON.parse(document.body.dataset.event ?? "null");
/** When the event was heard, by a clock that only counts: the phone's own time of day does not matter. */
let heardAt = performance.now();
// What stands here stays while the page changes, so that nobody loses the place where he reads.
const clockFace = el("p.hall-clock", { role: "timer" });
const over = el("p.panel", msg("event_over"));
const title = el("h3");
const seats = el("div.hall-seats");
const seatFinder = createSeatFinder(event.event, show);
const standings = el("section.panel.hall-scroll", { role: "region", tabindex: 0, "aria-label": msg("standings") });
const earlierRounds = el("div");
const earlier = el("details.panel", el("summary", msg("earlier_rounds")), earlierRounds);

const isScreen = document.body.classList.contains("hall-tv");

function tick() {
  const clock = event.clock;
  if (!clock) return;
  const gone = clock.runs ? (performance.now() - heardAt) / 1000 : 0;
  const left = Math.max(0, Math.ceil(clock.left_s - gone));
  const face = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const note = left === 0 ? msg("time_up") : clock.runs ? "" : msg("clock_stands");
  const text = note ? `${face} · ${note}` : face;
  if (clockFace.textContent !== text) clockFace.textContent = text;
}

/** @param {HallBoard} board */
const boardTitle = (board) => {
  const name = msg("board", { n: board.board });
  return board.table && !isScreen ? el("a", { href: `/tables/${board.table}` }, name) : name;
};

/** @param {HallBoard} board */
const drawBoard = (board) =>
  el(
    board.numbers.includes(chosenPlayer(event.event)) ? "article.panel.mine" : "article.panel",
    el("h4", boardTitle(board)),
    el(
      "ol.players",
      board.players.map((name, seat) =>
        el(
          "li",
          el("span", el("bdi", name), seat === 0 && el("small", ` ${msg("deals_first")}`)),
          board.nets && el("b", formatSigned(board.nets[seat])),
        ),
      ),
    ),
    board.from === "table" && el("p.hint", msg("rounds_played", { n: board.rounds })),
    board.from === "referee" && el("p.hint", msg("by_referee")),
    !board.same_rules && el("p.warn", `⚠ ${msg("other_rules")}`),
  );

/** @param {HallEventRound} round */
const drawRound = (round) => [
  el("div.hall-tables", round.boards.map(drawBoard)),
  ...(round.out.length ? [el("p", msg("sits_out", { names: listOf(round.out) }))] : []),
];

/** @param {HallStanding} one */
const drawStanding = (one) =>
  el(
    one.player === chosenPlayer(event.event) ? "tr.mine" : "tr",
    el("td", one.place),
    el("td", el("bdi", one.name), one.state === "withdrawn" && el("small", ` (${msg("withdrew")})`)),
    event.scoring === "places" && el("td", one.points),
    el("td", formatSigned(one.stones)),
    el("td", one.won),
  );

function drawStandings() {
  const columns = ["place", "player", ...(event.scoring === "places" ? ["points"] : []), "stones", "boards_won"];
  const head = columns.map((key) => el("th", { scope: "col" }, msg(key)));
  standings.replaceChildren(
    el("h3", msg("standings")),
    el("p.hint", localize(event.counts)),
    el("table", el("thead", el("tr", head)), el("tbody", event.standings.map(drawStanding))),
  );
}

function show() {
  const last = event.rounds.at(-1);
  const past = event.rounds.slice(0, -1).reverse();
  tick();
  clockFace.hidden = !event.clock || event.closed;
  over.hidden = !event.closed;
  if (isScreen) fitLetters(byId("event"), event.standings.length, [6, 10, 16]);
  title.textContent = last ? msg("event_round", { n: last.round, all: event.planned }) : msg("not_drawn");
  seats.replaceChildren(...(last ? drawRound(last) : []));
  seatFinder.show(event);
  drawStandings();
  earlier.hidden = past.length === 0;
  earlierRounds.replaceChildren(
    ...past.flatMap((round) => [el("h3", msg("past_round", { n: round.round })), ...drawRound(round)]),
  );
}

byId("event").append(el("section", over, title, clockFace, seatFinder.section, seats), standings, earlier);
show();
if (isScreen) {
  showInTurn(seats, "article");
  showInTurn(standings, "tbody tr");
}
setInterval(tick, 250);
/** @param {HallEvent} heard */
function take(heard) {
  event = heard;
  heardAt = performance.now();
  show();
}

listenToHall(`/api/live/events/${event.event}`, { event: take }, `/api/events/${event.event}`, take);
