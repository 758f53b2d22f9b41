// 手習い: lay cards down and read at once what they are worth, what is near and what may come.

import { get } from "../core/api.js";
import { complain, drawn, h, say, t, toast } from "../core/dom.js";
import { advice } from "../table/advice.js";
import { pick } from "./deck-picker.js";
import { reading } from "./hand-explanation.js";

const LESSON = JSON.parse(document.body.dataset.lesson);
const [seat, laid, read] = ["seat", "laid", "read"].map((id) => document.getElementById(id));
const KEPT = `fudayomi.lay.${LESSON.game}.${LESSON.deck}`;
const S = { hand: [], seen: [], seat: 0, role: LESSON.roles[0]?.key ?? "", ...kept() };
let asked = 0,
  sat = 0;

const role = () => LESSON.places[S.seat].role || S.role;
const nameOf = (code) => say(LESSON.faces[code].name);

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
    sessionStorage.setItem(KEPT, JSON.stringify({ hand: S.hand, seen: S.seen }));
  } catch {
    /* as above */
  }
}

function counts() {
  const out = {};
  for (const code of [...S.hand, ...S.seen]) out[code] = (out[code] ?? 0) + 1;
  return out;
}

function row(key, title, hint) {
  const open = () =>
    pick(title, LESSON, S[key], counts, (cards) => {
      S[key] = cards;
      show();
    });
  return h(
    "section.panel",
    h(
      "div.hand-head",
      h("h3", title),
      S[key].length > 0 &&
        h(
          "button.quiet",
          {
            onclick: () => {
              S[key] = [];
              show();
            },
          },
          t("empty"),
        ),
    ),
    hint && h("p.hint", hint),
    h(
      "div.cards",
      S[key].map((code) => h("span.thumb", drawn(code, nameOf(code)))),
      h("button.add", { "aria-label": `${t("add_card")}: ${title}`, onclick: open }, "+"),
    ),
  );
}

async function fromTable() {
  const seen = await get("/api/seen");
  const known = (codes) => codes.filter((code) => code in LESSON.faces);
  const [mine, others] = [known(seen.mine), known(seen.others)];
  if (!mine.length && !others.length) return toast(t("nothing_seen"));
  // Nobody's hand is known: what lies in the picture is the hand to learn from.
  [S.hand, S.seen] = mine.length ? [mine, others] : [others, []];
  show();
}

async function show() {
  keep();
  laid.replaceChildren(
    row("hand", t("my_cards")),
    row("seen", t("seen_cards"), t("seen_hint")),
    h("p.links", h("button", { onclick: fromTable }, t("from_table"))),
  );
  const mine = ++asked;
  if (!S.hand.length) return read.replaceChildren(h("p.panel.hint", t("lay_first")));
  const query = new URLSearchParams({
    cards: S.hand.join(","),
    seen: S.seen.join(","),
    role: role(),
    options: JSON.stringify(LESSON.options),
  });
  try {
    const found = await get(`/api/learn/${LESSON.game}?${query}`);
    if (mine === asked) read.replaceChildren(...reading(found, LESSON));
  } catch (error) {
    if (error.code) complain(error);
    else toast(t("no_answer"));
  }
}

const choice = (label, options, value, change) =>
  h(
    "label",
    label,
    h(
      "select",
      {
        onchange: (event) => {
          change(event.target.value);
          sit();
          show();
        },
      },
      options.map(([key, says]) => h("option", { value: key, selected: String(key) === String(value) }, says)),
    ),
  );

async function sit() {
  const asks = [
    choice(
      t("your_seat"),
      LESSON.places.map((place, at) => [at, say(place.says)]),
      S.seat,
      (value) => {
        S.seat = Number(value);
      },
    ),
    LESSON.roles.length > 0 &&
      choice(
        t("your_role"),
        LESSON.roles.map((each) => [each.key, say(each.says)]),
        S.role,
        (value) => {
          S.role = value;
        },
      ),
  ].filter(Boolean);
  const mine = ++sat;
  const query = new URLSearchParams({
    game: LESSON.game,
    seats: LESSON.places.length,
    seat: S.seat,
    options: JSON.stringify(LESSON.options),
  });
  const told = await advice(`?${query}`).catch(() => null);
  if (mine !== sat) return;
  if (told) told.open = seat.querySelector("details")?.open ?? false;
  const focused = [...seat.querySelectorAll("select")].indexOf(document.activeElement);
  seat.replaceChildren(...asks, ...(told ? [told] : []));
  seat.querySelectorAll("select")[focused]?.focus();
}

sit();
show();
