// Every entry of the evening's ledger, who made it and when, and the buttons to undo, redo or correct a round.
import { get, postChange } from "../core/api.js";
import { el, lang, listOf, localize, msg, redraw } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { netStones } from "../core/stones.js";
import { store } from "../core/store.js";
import { loadStyle } from "../core/styles.js";
import { correctButton, undoButtons } from "../table/round-changes.js";
import { roundName } from "../table/round-name.js";
import { settlementView } from "../table/settlement.js";
import { stoneChart } from "./stone-chart.js";
import { cachedGet, currentVersion } from "./version-cache.js";

const openReplay = lazyAction(() => import("./replay.js").then((part) => part.openReplay));

await loadStyle("history/history");

/** Where history.css shows two columns. */
const wideScreen = matchMedia("(min-width: 62rem)");
wideScreen.addEventListener("change", redraw);
/** Rounds whose details are open. They stay open when the page is redrawn. */
const openRounds = new Set();
/** @type {History[]} */
let olderPages = [];
let olderVersion = "";

/** How this phone writes times, in the language of the page. */
const timeLocale = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;

/** @param {string} at */
const timeOfDay = (at) => new Date(at).toLocaleTimeString(timeLocale, { hour: "numeric", minute: "2-digit" });

/** @param {string} at */
const timeElement = (at) => el("time", { datetime: at }, timeOfDay(at));

/**
 * A phone without a name left the number by which the table knows it.
 * @param {string} who
 */
const isNameless = (who) => /^[0-9a-f]{8}$/.test(who);
/**
 * The name of whoever made an entry.
 * @param {string} who
 */
const authorName = (who) => (isNameless(who) ? msg("some_phone") : who || msg("unknown_who"));

export function historyView() {
  /** @type {History | null} */
  const history = cachedGet("/api/history");
  /** @type {Tally | null} */
  const tally = cachedGet("/api/tally");
  if (!history || !tally) return el("p.busy", { role: "status" }, msg("waiting"));
  const version = currentVersion();
  if (olderVersion !== version) {
    olderPages = [];
    olderVersion = version;
  }
  const pages = [history, ...olderPages];
  const items = pages.flatMap((page) => page.items);
  const loadOlder = async () => {
    olderPages.push(await get(`/api/history?before=${items[items.length - 1].number}`));
    redraw();
  };
  return [
    stoneChart(tally, wideScreen.matches),
    el(
      "p.links",
      el("a.button", { href: "#evening" }, msg("comes_to")),
      el("a.button", { href: "/files" }, msg("take_home")),
    ),
    el("h2", msg("rounds")),
    !items.some((item) => item.kind === "round") && el("p", msg("no_rounds")),
    store.isHost && store.evening.closed && closedHint(),
    el(
      "ol.rounds",
      items.map((item) => (item.kind === "round" ? roundItem(item, tally) : entryItem(item))),
    ),
    pages[pages.length - 1].more && el("p", el("button.big", { onclick: loadOlder }, msg("older"))),
  ];
}

/** Why no round can be changed now, and the way to change one all the same. */
function closedHint() {
  const reopen = () => postChange(`/api/evenings/${store.evening.id}/continue`);
  return el(
    "p.panel.ask",
    el("span", msg("closed_rounds")),
    el("button", { "data-key": "reopen", onclick: reopen }, msg("take_back_end")),
  );
}

/**
 * @param {RoundEntry} round
 * @param {Tally} tally
 */
function roundItem(round, tally) {
  return el(
    `li.panel${round.undone ? ".undone" : ""}`,
    roundDetails(round, tally),
    el("ul.turns", round.turns.map(turnItem)),
    store.isHost && !store.evening.closed && roundButtons(round, store.games[tally.games[round.game].game]),
  );
}

/**
 * @param {RoundEntry} round
 * @param {Tally} tally
 */
function roundDetails(round, tally) {
  const { number, seats, net, turns, undone } = round;
  /** @type {number[]} what each seat gained before the last correction */
  const before = round.was[round.was.length - 1] ?? net;
  const isChanged = (/** @type {number} */ seat) => before[seat] !== net[seat];
  let mark = null;
  if (turns.some((turn) => turn.kind === "edited")) mark = msg("corrected");
  else if (before.some((_, seat) => isChanged(seat))) mark = msg("settled_again");
  const gains = seats.map((name, seat) =>
    el(
      "span",
      el("bdi", name),
      netStones(net[seat]),
      isChanged(seat) && el("s.old", el("span.aural", ` ${msg("before_that")} `), netStones(before[seat])),
    ),
  );
  /** @type {HTMLDetailsElement} */
  const details = el(
    "details",
    {
      open: openRounds.has(number),
      ontoggle: () => {
        if (details.open && !details.querySelector(".more")) details.append(settlements(number, tally));
      },
    },
    el(
      "summary",
      { onclick: () => (details.open ? openRounds.delete(number) : openRounds.add(number)) },
      el(
        "b",
        roundName(round.round, store.games[tally.games[round.game].game]),
        undone && ` · ${msg("undone")}`,
        mark && ` · ${mark}`,
      ),
      el("span.nets", gains),
    ),
  );
  return details;
}

/**
 * The settlement of a round and those it had before corrections; they are fetched when first opened.
 * @param {number} number
 * @param {Tally} tally
 */
function settlements(number, tally) {
  const box = el("div.more", el("p.hint", msg("waiting")));
  get(`/api/rounds/${number}`).then((/** @type {RoundDetails} */ round) => {
    const nameOf = (/** @type {number} */ seat) => round.seats[seat];
    const { game: key, options } = tally.games[round.game];
    const game = store.games[key];
    const name = roundName(round.round, game);
    const replay = () => openReplay(number, name);
    box.replaceChildren(
      el("p.links", round.followed && el("button", { onclick: replay }, `▶ ${msg("re_open")}`)),
      settlementView(round.settlement, nameOf, game, round.cards, options),
      ...round.was.map((earlier, index) =>
        el(
          "details.was",
          el("summary", msg("was_before")),
          settlementView(earlier, nameOf, game, round.was_cards[index], options),
        ),
      ),
    );
  });
  return box;
}

/** @param {Turn} turn */
function turnItem({ kind, who, at }) {
  const name = authorName(who);
  // That a round was settled by the one phone that settles them all says nothing.
  const isPlain = isNameless(who);
  const texts = {
    settled: msg(isPlain ? "settled" : "by_booked", { name }),
    undone: msg("by_undone", { name }),
    redone: msg("by_redone", { name }),
    edited: msg("by_edited", { name }),
  };
  return el("li", el("span", texts[kind]), timeElement(at));
}

/**
 * @param {RoundEntry} round
 * @param {Game} game
 */
const roundButtons = (round, game) =>
  el("p.links", undoButtons(round), !round.undone && correctButton(round.number, roundName(round.round, game)));

/** @param {EveningEntry} entry */
function entryItem(entry) {
  const { undone, who, at } = entry;
  return el(
    `li.entry${undone ? ".undone" : ""}`,
    el("span", entryText(entry), undone && ` · ${msg("undone")}`),
    el("small", `${authorName(who)} `, timeElement(at)),
    store.isHost && !store.evening.closed && undoButtons(entry),
  );
}

/** @param {EveningEntry} entry */
function entryText({ kind, game, players, player, stones, one, other }) {
  switch (kind) {
    case "opened":
      return msg("by_opened", { game: localize(store.games[game].name), names: listOf(players) });
    case "began":
      return msg("by_began", { game: localize(store.games[game].name), names: listOf(players) });
    case "joined":
      return msg("by_joined", { name: player, n: stones });
    case "bought":
      return msg("by_bought", { name: player, n: stones });
    case "left":
      return msg("by_left", { name: player });
    case "swapped":
      return msg("by_swapped", { a: one, b: other });
    case "closed":
      return msg("by_closed");
    case "reopened":
      return msg("by_reopened");
  }
}
