// 手習い: lay cards down and read at once what they are worth, what is near and what may come.

import { get } from "../core/api.js";
import { cardImage, el, localize, msg, showError, showToast } from "../core/dom.js";
import { loadAdvice } from "../table/advice.js";
import { openDeckPicker } from "./deck-picker.js";
import { explainHand } from "./hand-explanation.js";

const LESSON = JSON.parse(document.body.dataset.lesson);
const [seat, laid, read] = ["seat", "laid", "read"].map((id) => document.getElementById(id));
const KEPT = `fudayomi.lay.${LESSON.game}.${LESSON.deck}`;
const state = { hand: [], seen: [], seat: 0, role: LESSON.roles[0]?.key ?? "", ...kept() };
let asked = 0,
  sat = 0;

const role = () => LESSON.places[state.seat].role || state.role;
const nameOf = (code) => localize(LESSON.faces[code].name);

// The cards stay when house rules change; a phone that keeps nothing begins anew.
function kept() {
  const there = (codes) => (codes ?? []).filter((code) => code in LESSON.faces);
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
    return { hand: there(found.hand), seen: there(found.seen) };
  } catch {
    return {};
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ hand: state.hand, seen: state.seen }));
  } catch {
    /* as above */
  }
}

function counts() {
  const out = {};
  for (const code of [...state.hand, ...state.seen]) out[code] = (out[code] ?? 0) + 1;
  return out;
}

function row(key, title, hint) {
  const open = () =>
    openDeckPicker(title, LESSON, state[key], counts, (cards) => {
      state[key] = cards;
      show();
    });
  return el(
    "section.panel",
    el(
      "div.hand-head",
      el("h3", title),
      state[key].length > 0 &&
        el(
          "button.quiet",
          {
            onclick: () => {
              state[key] = [];
              show();
            },
          },
          msg("empty"),
        ),
    ),
    hint && el("p.hint", hint),
    el(
      "div.cards",
      state[key].map((code) => el("span.thumb", cardImage(code, nameOf(code)))),
      el("button.add", { "aria-label": `${msg("add_card")}: ${title}`, onclick: open }, "+"),
    ),
  );
}

async function fromTable() {
  const seen = await get("/api/seen");
  const known = (codes) => codes.filter((code) => code in LESSON.faces);
  const [mine, others] = [known(seen.mine), known(seen.others)];
  if (!mine.length && !others.length) return showToast(msg("nothing_seen"));
  // Nobody's hand is known: what lies in the picture is the hand to learn from.
  [state.hand, state.seen] = mine.length ? [mine, others] : [others, []];
  show();
}

async function show() {
  keep();
  laid.replaceChildren(
    row("hand", msg("my_cards")),
    row("seen", msg("seen_cards"), msg("seen_hint")),
    el("p.links", el("button", { onclick: fromTable }, msg("from_table"))),
  );
  const mine = ++asked;
  if (!state.hand.length) return read.replaceChildren(el("p.panel.hint", msg("lay_first")));
  const query = new URLSearchParams({
    cards: state.hand.join(","),
    seen: state.seen.join(","),
    role: role(),
    options: JSON.stringify(LESSON.options),
  });
  try {
    const found = await get(`/api/learn/${LESSON.game}?${query}`);
    if (mine === asked) read.replaceChildren(...explainHand(found, LESSON));
  } catch (error) {
    if (error.code) showError(error);
    else showToast(msg("no_answer"));
  }
}

const choice = (label, options, value, change) =>
  el(
    "label",
    label,
    el(
      "select",
      {
        onchange: (event) => {
          change(event.target.value);
          sit();
          show();
        },
      },
      options.map(([key, says]) => el("option", { value: key, selected: String(key) === String(value) }, says)),
    ),
  );

async function sit() {
  const asks = [
    choice(
      msg("your_seat"),
      LESSON.places.map((place, at) => [at, localize(place.says)]),
      state.seat,
      (value) => {
        state.seat = Number(value);
      },
    ),
    LESSON.roles.length > 0 &&
      choice(
        msg("your_role"),
        LESSON.roles.map((each) => [each.key, localize(each.says)]),
        state.role,
        (value) => {
          state.role = value;
        },
      ),
  ].filter(Boolean);
  const mine = ++sat;
  const query = new URLSearchParams({
    game: LESSON.game,
    seats: LESSON.places.length,
    seat: state.seat,
    options: JSON.stringify(LESSON.options),
  });
  const told = await loadAdvice(`?${query}`).catch(() => null);
  if (mine !== sat) return;
  if (told) told.open = seat.querySelector("details")?.open ?? false;
  const focused = [...seat.querySelectorAll("select")].indexOf(document.activeElement);
  seat.replaceChildren(...asks, ...(told ? [told] : []));
  seat.querySelectorAll("select")[focused]?.focus();
}

sit();
show();
