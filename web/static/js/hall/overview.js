// Every table of the hall, live.
import { byId, el, msg } from "../core/dom.js";
import { fitLetters, showInTurn } from "./big-screen.js";
import { listenToHall } from "./hall-stream.js";
import { cardState, cardWarnings, playerList } from "./table-card.js";

/** @type {Map<number, HallCard>} */
let cards = new Map();
const isScreen = document.body.classList.contains("hall-tv");

/** @param {HallCard} card */
function draw(card) {
  const name = el("bdi", card.name);
  return el(
    "article.panel",
    { "data-table": card.table },
    el("h3", isScreen ? name : el("a", { href: `/tables/${card.table}` }, name)),
    el("p.hint", cardState(card)),
    ...cardWarnings(card),
    playerList(card),
  );
}

/** @param {HallCard[]} all */
function showAll(all) {
  cards = new Map(all.map((card) => [card.table, card]));
  const box = byId("tables");
  if (isScreen) fitLetters(box, all.length, [2, 6, 12]);
  box.replaceChildren(...(all.length ? all.map(draw) : [el("p.panel", msg("no_tables"))]));
}

/** @param {HallCard[]} changed */
function showChanged(changed) {
  for (const card of changed) {
    if (!cards.has(card.table)) continue;
    cards.set(card.table, card);
    document.querySelector(`[data-table="${card.table}"]`)?.replaceWith(draw(card));
  }
}

if (isScreen) showInTurn(byId("main"), "article");
showAll(JSON.parse(document.body.dataset.cards ?? "[]"));
listenToHall("/api/live", { all: showAll, tables: showChanged }, "/api/tables", ({ tables }) => showAll(tables));
