// 帳面: every entry of the evening, who made it and when; the way back, and the way to tell a round anew.
import { change, get, send } from "../core/api.js";
import { h, lang, say, t } from "../core/dom.js";
import { gain } from "../core/stones.js";
import { S } from "../core/store.js";
import { settled } from "../table/settlement.js";
import { chart } from "./stone-chart.js";
import { fetched } from "./version-cache.js";

const opened = new Set(); // entries whose details are open, so that news leaves them open
let older = []; // what was asked for from before the newest
let olderOf = "";

const gameOf = (told, at) => S.games[told.games[at].game];
const hour = (at) => new Date(at).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
const author = (who) => (/^[0-9a-f]{8}$/.test(who) ? t("some_phone", { n: who.slice(0, 4) }) : who || t("unknown_who"));

function turnWords({ kind, who, at }) {
  const name = author(who);
  const words = {
    settled: t("by_booked", { name }),
    undone: t("by_undone", { name }),
    redone: t("by_redone", { name }),
    edited: t("by_edited", { name }),
  };
  return h("li", h("span", words[kind]), h("time", { datetime: at }, hour(at)));
}

function details(one, told) {
  const box = h("div.more", h("p.hint", t("waiting")));
  get(`/api/rounds/${one.number}`).then((full) => {
    const name = (seat) => full.seats[seat],
      game = gameOf(told, full.game);
    box.replaceChildren(
      ...[
        settled(full.settlement, name, game),
        full.was.map((was) => h("details.was", h("summary", t("was_before")), settled(was, name, game))),
      ].flat(),
    );
  });
  return box;
}

function reopen(number, go) {
  return async () => (await send(`/api/rounds/${number}/reopen`, { version: S.snap.version })) && go("hands");
}

function round(one, told, go) {
  const { undoable, redoable } = S.evening,
    mine = one.game === told.games.length - 1;
  const was = one.was.at(-1),
    moved = was?.some((net, seat) => net !== one.net[seat]);
  const mark = one.turns.some((turn) => turn.kind === "edited") ? t("corrected") : moved ? t("settled_again") : null;
  const box = h(
    "details",
    {
      open: opened.has(one.number),
      ontoggle: () => {
        if (box.open && !box.querySelector(".more")) box.append(details(one, told));
      },
    },
    h(
      "summary",
      { onclick: () => (box.open ? opened.delete(one.number) : opened.add(one.number)) },
      h("b", t("round", { n: one.round }), one.undone && ` · ${t("undone")}`, mark && ` · ${mark}`),
      h(
        "span.nets",
        one.seats.map((name, seat) =>
          h(
            "span",
            h("bdi", name),
            gain(one.net[seat]),
            moved &&
              was[seat] !== one.net[seat] &&
              h("s.old", h("span.aural", ` ${t("before_that")} `), gain(was[seat])),
          ),
        ),
      ),
    ),
  );
  return h(
    `li.panel${one.undone ? ".undone" : ""}`,
    box,
    h("ul.turns", one.turns.map(turnWords)),
    S.host &&
      mine &&
      !S.evening.closed &&
      h(
        "p.links",
        one.number === undoable && h("button.quiet", { onclick: () => change("/api/undo") }, t("undo")),
        one.number === redoable && h("button.quiet", { onclick: () => change("/api/redo") }, t("redo")),
        !one.undone &&
          h(
            "button.quiet",
            {
              "data-key": `edit ${one.number}`,
              onclick: reopen(one.number, go),
              "aria-label": t("correct_round", { n: one.round }),
            },
            t("correct"),
          ),
      ),
  );
}

function other(one) {
  const words = {
    opened: () => t("by_opened", { game: say(S.games[one.game].name), names: one.players.join(", ") }),
    began: () => t("by_began", { game: say(S.games[one.game].name), names: one.players.join(", ") }),
    joined: () => t("by_joined", { name: one.player, n: one.stones }),
    left: () => t("by_left", { name: one.player }),
    swapped: () => t("by_swapped", { a: one.one, b: one.other }),
    closed: () => t("by_closed"),
  };
  return h(
    `li.entry${one.undone ? ".undone" : ""}`,
    h("span", words[one.kind](), one.undone && ` · ${t("undone")}`),
    h("small", `${author(one.who)} `, h("time", { datetime: one.at }, hour(one.at))),
    S.host &&
      one.kind === "began" &&
      one.number === S.evening.undoable &&
      h("button.quiet", { onclick: () => change("/api/undo") }, t("undo")),
  );
}

export function history(go) {
  const story = fetched("/api/history"),
    told = fetched("/api/tally");
  if (!story || !told) return h("p.busy", { role: "status" }, t("waiting"));
  const stamp = `${S.evening.id} ${S.snap.version}`;
  if (olderOf !== stamp) [older, olderOf] = [[], stamp];
  const items = [...story.items, ...older.flatMap((page) => page.items)];
  const more = older.length ? older.at(-1).more : story.more;
  return [
    chart(told),
    h("p.links", h("a.button", { href: "#evening" }, t("comes_to")), h("a.button", { href: "/files" }, t("take_home"))),
    h("h2", t("rounds")),
    !items.some((one) => one.kind === "round") && h("p", t("no_rounds")),
    h(
      "ol.rounds",
      items.map((one) => (one.kind === "round" ? round(one, told, go) : other(one))),
    ),
    more &&
      h(
        "p",
        h(
          "button.big",
          {
            onclick: async () => {
              older.push(await get(`/api/history?before=${items.at(-1).number}`));
              dispatchEvent(new Event("redraw"));
            },
          },
          t("older"),
        ),
      ),
  ];
}
