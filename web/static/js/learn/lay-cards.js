// Lays cards down and shows at once what they are worth, what is one card away and what may come.
import { get, post, showError } from "../core/api.js";
import { byId, COLON, cardImage, el, localize, msg, openSheet, showToast } from "../core/dom.js";
import { loadAdvice } from "../table/advice.js";
import { openDeckPicker } from "./deck-picker.js";

/** @typedef {"hand" | "seen"} Row the own hand, or cards that lie elsewhere */

/** @type {Lesson} */
const LESSON = JSON.parse(document.body.dataset.lesson ?? "");
const [seatBox, rowsBox, resultBox] = ["seat", "laid", "read"].map(byId);
const STORAGE_KEY = `fudayomi.lay.${LESSON.game}.${LESSON.deck}`;
/** @type {Record<Row, string[]> & { seat: number, role: string }} */
const state = { ...loadCards(), seat: 0, role: LESSON.roles[0]?.key ?? "" };
/** Numbers of the newest requests. Older answers are not shown. */
let explanationNumber = 0;
let adviceNumber = 0;

const role = () => LESSON.places[state.seat].role || state.role;

/** @param {string} code */
const nameOf = (code) => localize(LESSON.faces[code].name);

/** @param {string[]} codes */
const knownCards = (codes = []) => codes.filter((code) => code in LESSON.faces);

/** The cards of the last visit, which stay when house rules change. */
function loadCards() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}");
    return { hand: knownCards(stored.hand), seen: knownCards(stored.seen) };
  } catch {
    return { hand: [], seen: [] };
  }
}

function saveCards() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ hand: state.hand, seen: state.seen }));
  } catch {
    // A phone that stores nothing begins anew.
  }
}

function countCards() {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const code of [...state.hand, ...state.seen]) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/**
 * @param {Row} key
 * @param {string} title
 * @param {string} hint
 */
function cardRow(key, title, hint = "") {
  /** @param {string[]} cards */
  const setCards = (cards) => {
    state[key] = cards;
    show();
  };
  const open = () => openDeckPicker(title, LESSON, state[key], countCards, setCards);
  return el(
    "section.panel",
    el(
      "div.hand-head",
      el("h3", title),
      state[key].length > 0 && el("button.quiet", { onclick: () => setCards([]) }, msg("empty")),
    ),
    hint && el("p.hint", hint),
    el(
      "div.cards",
      state[key].map((code) => el("span.thumb", cardImage(code, nameOf(code)))),
      el("button.add", { "aria-label": `${msg("add_card")}${COLON}${title}`, onclick: open }, "+"),
    ),
  );
}

/** Lays the cards of a picture into the own hand. */
function cameraButton() {
  /** @type {HTMLInputElement} */
  const input = el("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    "aria-label": msg("photo_cards"),
    onchange: async () => {
      const file = input.files?.[0];
      if (!file) return;
      input.value = "";
      showToast(msg("reading"));
      const read = await post(`/api/learn/${LESSON.game}/picture?deck=${LESSON.deck}`, file);
      if (!read) return;
      if (!read.cards.length) {
        openSheet(msg("none_seen"), el("p", read.advice ? localize(read.advice) : msg("nothing_seen")));
        return;
      }
      state.hand = read.cards;
      show();
    },
  });
  return el("label.button", el("i.lens"), ` ${msg("photo_cards")}`, input);
}

async function takeFromTable() {
  const table = await get("/api/seen").catch(showError);
  if (!table) return;
  const mine = knownCards(table.mine);
  const others = knownCards(table.others);
  if (!mine.length && !others.length) return showToast(msg("nothing_seen"));
  // Where nobody's hand is known, what lies in the picture is the hand to learn from.
  [state.hand, state.seen] = mine.length ? [mine, others] : [others, []];
  show();
}

async function show() {
  saveCards();
  rowsBox.replaceChildren(
    cardRow("hand", msg("my_cards")),
    cardRow("seen", msg("seen_cards"), msg("seen_hint")),
    el("p.links", cameraButton(), el("button", { onclick: takeFromTable }, msg("from_table"))),
  );
  explanationNumber += 1;
  const number = explanationNumber;
  if (!state.hand.length) return resultBox.replaceChildren(el("p.panel.hint", msg("lay_first")));
  const query = new URLSearchParams({
    cards: state.hand.join(","),
    seen: state.seen.join(","),
    role: role(),
    options: JSON.stringify(LESSON.options),
  });
  try {
    const [found, { explainHand }] = await Promise.all([
      get(`/api/learn/${LESSON.game}?${query}`),
      import("./hand-explanation.js"),
    ]);
    if (number === explanationNumber) resultBox.replaceChildren(...explainHand(found, LESSON));
  } catch (caught) {
    showError(/** @type {ServerError} */ (caught));
  }
}

/**
 * @param {string} label
 * @param {[value: string | number, text: string][]} options
 * @param {string | number} value
 * @param {(value: string) => void} onChange
 */
function choice(label, options, value, onChange) {
  const items = options.map(([key, text]) =>
    el("option", { value: key, selected: String(key) === String(value) }, text),
  );
  const select = el(
    "select",
    {
      onchange: () => {
        onChange(select.value);
        showSeat();
        show();
      },
    },
    items,
  );
  return el("label", label, select);
}

const seatChoice = () =>
  choice(
    msg("your_seat"),
    LESSON.places.map(({ says }, index) => [index, localize(says)]),
    state.seat,
    (value) => {
      state.seat = Number(value);
    },
  );

const roleChoice = () =>
  choice(
    msg("your_role"),
    LESSON.roles.map(({ key, says }) => [key, localize(says)]),
    state.role,
    (value) => {
      state.role = value;
    },
  );

async function showSeat() {
  const choices = LESSON.roles.length > 0 ? [seatChoice(), roleChoice()] : [seatChoice()];
  adviceNumber += 1;
  const number = adviceNumber;
  const query = new URLSearchParams({
    game: LESSON.game,
    seats: String(LESSON.places.length),
    seat: String(state.seat),
    options: JSON.stringify(LESSON.options),
  });
  const advice = await loadAdvice(`?${query}`).catch(() => null);
  if (number !== adviceNumber) return;
  if (advice) advice.open = seatBox.querySelector("details")?.open ?? false;
  const selects = /** @type {(Element | null)[]} */ ([...seatBox.querySelectorAll("select")]);
  const focused = selects.indexOf(document.activeElement);
  seatBox.replaceChildren(...choices, ...(advice ? [advice] : []));
  seatBox.querySelectorAll("select")[focused]?.focus();
}

showSeat();
show();
