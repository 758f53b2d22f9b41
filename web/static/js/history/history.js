// 帳面: every entry of the evening, who made it and when; the way back, and the way to tell a round anew.
import { get, post, postChange } from "../core/api.js";
import { el, lang, localize, msg } from "../core/dom.js";
import { netStones } from "../core/stones.js";
import { store } from "../core/store.js";
import { settlementView } from "../table/settlement.js";
import { stoneChart } from "./stone-chart.js";
import { cachedGet } from "./version-cache.js";

const opened = new Set(); // entries whose details are open, so that news leaves them open
let older = []; // what was asked for from before the newest
let olderOf = "";

const gameOf = (told, at) => store.games[told.games[at].game];
const hour = (at) => new Date(at).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
const author = (who) =>
  /^[0-9a-f]{8}$/.test(who) ? msg("some_phone", { n: who.slice(0, 4) }) : who || msg("unknown_who");

function turnWords({ kind, who, at }) {
  const name = author(who);
  const words = {
    settled: msg("by_booked", { name }),
    undone: msg("by_undone", { name }),
    redone: msg("by_redone", { name }),
    edited: msg("by_edited", { name }),
  };
  return el("li", el("span", words[kind]), el("time", { datetime: at }, hour(at)));
}

function details(one, told) {
  const box = el("div.more", el("p.hint", msg("waiting")));
  get(`/api/rounds/${one.number}`).then((full) => {
    const name = (seat) => full.seats[seat],
      game = gameOf(told, full.game);
    box.replaceChildren(
      ...[
        settlementView(full.settlement, name, game),
        full.was.map((was) => el("details.was", el("summary", msg("was_before")), settlementView(was, name, game))),
      ].flat(),
    );
  });
  return box;
}

function reopen(number, go) {
  return async () => (await post(`/api/rounds/${number}/reopen`, { version: store.snapshot.version })) && go("hands");
}

function round(one, told, go) {
  const { undoable, redoable } = store.evening,
    mine = one.game === told.games.length - 1;
  const was = one.was.at(-1),
    moved = was?.some((net, seat) => net !== one.net[seat]);
  const mark = one.turns.some((turn) => turn.kind === "edited")
    ? msg("corrected")
    : moved
      ? msg("settled_again")
      : null;
  const box = el(
    "details",
    {
      open: opened.has(one.number),
      ontoggle: () => {
        if (box.open && !box.querySelector(".more")) box.append(details(one, told));
      },
    },
    el(
      "summary",
      { onclick: () => (box.open ? opened.delete(one.number) : opened.add(one.number)) },
      el("b", msg("round", { n: one.round }), one.undone && ` · ${msg("undone")}`, mark && ` · ${mark}`),
      el(
        "span.nets",
        one.seats.map((name, seat) =>
          el(
            "span",
            el("bdi", name),
            netStones(one.net[seat]),
            moved &&
              was[seat] !== one.net[seat] &&
              el("s.old", el("span.aural", ` ${msg("before_that")} `), netStones(was[seat])),
          ),
        ),
      ),
    ),
  );
  return el(
    `li.panel${one.undone ? ".undone" : ""}`,
    box,
    el("ul.turns", one.turns.map(turnWords)),
    store.isHost &&
      mine &&
      !store.evening.closed &&
      el(
        "p.links",
        one.number === undoable && el("button.quiet", { onclick: () => postChange("/api/undo") }, msg("undo")),
        one.number === redoable && el("button.quiet", { onclick: () => postChange("/api/redo") }, msg("redo")),
        !one.undone &&
          el(
            "button.quiet",
            {
              "data-key": `edit ${one.number}`,
              onclick: reopen(one.number, go),
              "aria-label": msg("correct_round", { n: one.round }),
            },
            msg("correct"),
          ),
      ),
  );
}

function other(one) {
  const words = {
    opened: () => msg("by_opened", { game: localize(store.games[one.game].name), names: one.players.join(", ") }),
    began: () => msg("by_began", { game: localize(store.games[one.game].name), names: one.players.join(", ") }),
    joined: () => msg("by_joined", { name: one.player, n: one.stones }),
    left: () => msg("by_left", { name: one.player }),
    swapped: () => msg("by_swapped", { a: one.one, b: one.other }),
    closed: () => msg("by_closed"),
  };
  return el(
    `li.entry${one.undone ? ".undone" : ""}`,
    el("span", words[one.kind](), one.undone && ` · ${msg("undone")}`),
    el("small", `${author(one.who)} `, el("time", { datetime: one.at }, hour(one.at))),
    store.isHost &&
      one.kind === "began" &&
      one.number === store.evening.undoable &&
      el("button.quiet", { onclick: () => postChange("/api/undo") }, msg("undo")),
  );
}

export function historyView(go) {
  const story = cachedGet("/api/history"),
    told = cachedGet("/api/tally");
  if (!story || !told) return el("p.busy", { role: "status" }, msg("waiting"));
  const stamp = `${store.evening.id} ${store.snapshot.version}`;
  if (olderOf !== stamp) [older, olderOf] = [[], stamp];
  const items = [...story.items, ...older.flatMap((page) => page.items)];
  const more = older.length ? older.at(-1).more : story.more;
  return [
    stoneChart(told),
    el(
      "p.links",
      el("a.button", { href: "#evening" }, msg("comes_to")),
      el("a.button", { href: "/files" }, msg("take_home")),
    ),
    el("h2", msg("rounds")),
    !items.some((one) => one.kind === "round") && el("p", msg("no_rounds")),
    el(
      "ol.rounds",
      items.map((one) => (one.kind === "round" ? round(one, told, go) : other(one))),
    ),
    more &&
      el(
        "p",
        el(
          "button.big",
          {
            onclick: async () => {
              older.push(await get(`/api/history?before=${items.at(-1).number}`));
              dispatchEvent(new Event("redraw"));
            },
          },
          msg("older"),
        ),
      ),
  ];
}
