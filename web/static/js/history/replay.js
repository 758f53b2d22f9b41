// The record of a followed round as pictures of cards over time: play, pause, step, or drag.
import { get } from "../core/api.js";
import { nameIn } from "../core/card-fan.js";
import { cardImage, el, localize, msg, openSheet } from "../core/dom.js";
import { store } from "../core/store.js";
import { loadStyle } from "../core/styles.js";

/** How long one step stands while the round plays, in milliseconds: as long as at the table, within these. */
const [SHORTEST, LONGEST] = [700, 2000];

/** @typedef {{ seat: number | null, card: string | null }} Lying a card that lies there; `card` is null face down */

/**
 * Opens the replay of a round.
 * @param {number} number of its entry
 * @param {string} title
 * @param {string} [evening] number of a past evening, where it is not a round of the one under way
 */
export async function openReplay(number, title, evening) {
  /** @type {RoundRecord} */
  const record = await get(`/api/rounds/${number}/record${evening ? `?evening=${evening}` : ""}`);
  await loadStyle("follow/follow");
  const times = [...new Set([...record.table, ...record.moves].map(({ t }) => t))].sort((a, b) => a - b);
  let place = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const table = el("div.table");
  const moveTexts = el("div.said", { "aria-live": "polite" });
  const clock = el("output");
  /** @type {HTMLInputElement} */
  const slider = el("input", {
    type: "range",
    min: 0,
    max: times.length - 1,
    value: 0,
    "aria-label": msg("re_when"),
    oninput: () => {
      const wanted = Number(slider.value);
      pause();
      show(wanted);
    },
  });
  const playButton = el("button.primary", { onclick: () => (timer === undefined ? play() : pause()) });
  const step = (/** @type {number} */ by) => {
    pause();
    show(place + by);
  };
  const sheet = openSheet(
    title,
    el(
      "div.replay",
      table,
      moveTexts,
      el(
        "div.controls",
        el("button", { "aria-label": msg("re_back"), onclick: () => step(-1) }, "◀"),
        playButton,
        el("button", { "aria-label": msg("re_on"), onclick: () => step(1) }, "▶"),
        clock,
        slider,
      ),
    ),
  );
  sheet.addEventListener("close", pause);
  sheet.addEventListener("keydown", (event) => {
    const isOnControl = /** @type {HTMLElement} */ (event.target).matches("input, button");
    if (event.key === " " && !isOnControl) timer === undefined ? play() : pause();
    else if (event.key === "ArrowRight" && event.target !== slider) step(1);
    else if (event.key === "ArrowLeft" && event.target !== slider) step(-1);
    else return;
    event.preventDefault();
  });

  /**
   * The cards that lie there at a time, by their number.
   * @param {number} time
   */
  function tableAt(time) {
    /** @type {Map<number, Lying>} */
    const lying = new Map();
    for (const { t, number: card, seat, card: code, gone } of record.table) {
      if (t > time) break;
      if (gone) lying.delete(card);
      else lying.set(card, { seat, card: code });
    }
    return lying;
  }

  /** @param {number} wanted */
  function show(wanted) {
    place = Math.min(times.length - 1, Math.max(0, wanted));
    const time = times[place];
    const lying = [...tableAt(time)];
    const fresh = new Set(record.table.filter(({ t, gone }) => t === time && !gone).map((line) => line.number));
    table.replaceChildren(
      ...[null, ...record.seats.keys()].map((seat) =>
        el(
          "div.place",
          el("b", seat === null ? msg("middle") : el("bdi", record.seats[seat])),
          el(
            "span.lay",
            lying
              .filter(([, card]) => card.seat === seat)
              .map(([card, { card: code }]) => pictured(code, fresh.has(card))),
          ),
        ),
      ),
    );
    const moves = record.moves.filter(({ t }) => t === time);
    moveTexts.replaceChildren(
      ...moves.map(({ text, note }) => el("p", localize(text), note && el("b.fault", ` ▲ ${localize(note)}`))),
    );
    slider.value = String(place);
    slider.setAttribute("aria-valuetext", `${Math.round(time)} s`);
    clock.value = `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, "0")} · ${place + 1}/${times.length}`;
    const isPlaying = timer !== undefined;
    playButton.replaceChildren(msg(isPlaying ? "re_pause" : "re_play"));
  }

  /**
   * @param {string | null} code
   * @param {boolean} isFresh
   */
  function pictured(code, isFresh) {
    const name = code ? nameIn(store.decks)(code) : msg("face_down");
    return el(isFresh ? "i.new" : "i", cardImage(code ?? record.deck, name));
  }

  function play() {
    if (place === times.length - 1) place = -1;
    advance();
  }

  function advance() {
    if (place >= times.length - 1) return pause();
    const next = place + 1;
    const gap = next + 1 < times.length ? (times[next + 1] - times[next]) * 1000 : SHORTEST;
    timer = setTimeout(advance, Math.min(LONGEST, Math.max(SHORTEST, gap)));
    show(next);
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    if (sheet.open) show(place);
  }

  show(0);
}
