// 稽古: one question after another; what went wrong comes back soon, and the next time too. Only this phone knows.
import { get } from "../core/api.js";
import { cardImage, el, lang, localize, msg, nameSpan } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";

const { game, deck, options, rules, step } = document.body.dataset;
const [kinds, box, score] = ["kinds", "question", "score"].map((id) => document.getElementById(id));
// Other house rules have other answers: what is to come back is kept apart.
const KEPT = `fudayomi.drill.${game}.${deck}${rules}`;
const SOON = 3,
  OFTEN = 2,
  MOST = 60;
const asked = new Set();
// Right answers in this visit after which a first step is taken.
const STEP = 5;
let pool = [],
  queue = [],
  chosen = "",
  names = {},
  drills = {},
  right = 0;

// What is kept: answers given and right, the run of right ones, questions to come back and how often each still must be right.
function kept() {
  try {
    return { answers: 0, right: 0, run: 0, again: [], ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch {
    return { answers: 0, right: 0, run: 0, again: [] };
  }
}

function keep(change) {
  const next = { ...kept(), ...change };
  try {
    localStorage.setItem(KEPT, JSON.stringify(next));
  } catch {
    /* a phone that keeps nothing still practises */
  }
  return next;
}

const fits = (question) => !chosen || question.drill === chosen;
const shuffled = (list) =>
  list
    .map((one) => [Math.random(), one])
    .sort((a, b) => a[0] - b[0])
    .map((pair) => pair[1]);

async function more() {
  asked.clear();
  ({ questions: pool, names, drills } = await get(`/api/drill/${game}?${new URLSearchParams({ deck, options })}`));
}

async function refill() {
  const fresh = (one) => fits(one) && !asked.has(one.key);
  if (!pool.some(fresh)) await more();
  const again = kept()
    .again.map((one) => one.question)
    .filter(fits);
  const known = new Set(again.map((one) => one.key));
  queue = [...again, ...shuffled(pool.filter((one) => fresh(one) && !known.has(one.key)))];
}

async function next() {
  try {
    if (!queue.length) await refill();
  } catch {
    return box.replaceChildren(el("p.panel.hint", msg("no_answer")));
  }
  if (queue.length) ask(queue.shift());
}

function learnt(question, right) {
  const now = kept();
  const one = now.again.find((each) => each.question.key === question.key);
  const others = now.again.filter((each) => each !== one);
  const left = right ? (one?.left ?? 0) - 1 : OFTEN;
  const again = left > 0 ? [...others, { question, left }].slice(-MOST) : others;
  if (left > 0) queue.splice(Math.min(SOON, queue.length), 0, question);
  return keep({ answers: now.answers + 1, right: now.right + right, run: right ? now.run + 1 : 0, again });
}

const nameOf = (code) => (names[code] ? localize(names[code]) : msg("a_card"));

function ask(question) {
  asked.add(question.key);
  const answer = (at) => {
    const hit = at === question.right;
    right += hit;
    pictures.forEach((picture, place) => {
      picture.alt = nameOf(question.cards[place]);
    });
    tell(learnt(question, hit ? 1 : 0));
    buttons.forEach((button, place) => {
      button.disabled = true;
      if (place === question.right) mark(button, "right", "○");
      else if (place === at) mark(button, "wrong", "×");
    });
    const go = el("button.primary.big", { onclick: next }, msg("next_question"));
    const on =
      Number(step) > 0 &&
      right >= STEP &&
      el("a.button.big", { href: `/learn/${game}/first?deck=${deck}#step-${Number(step) + 1}` }, msg("next_step"));
    box.firstChild.append(
      el(
        "div.told",
        { role: "status" },
        el("p.verdict", hit ? msg("is_right") : msg("is_wrong")),
        markTerms(
          el(
            "ul.why-list",
            question.why.map((line) => el("li", localize(line))),
          ),
        ),
      ),
      on || "",
      go,
    );
    go.focus();
  };
  const buttons = question.choices.map((choice, at) =>
    markTerms(el("button.choice-button", { onclick: () => answer(at) }, el("span", { lang }, nameSpan(choice)))),
  );
  // A card's name is its month's flower: who hears the page is not told it before he has answered.
  const pictures = question.cards.map((code) =>
    cardImage(code, question.drill === "month" ? msg("a_card") : nameOf(code)),
  );
  box.replaceChildren(
    el(
      "section.panel.question",
      markTerms(el("p.ask", localize(question.ask))),
      el("div.cards.shown", pictures),
      el("div.choices", buttons),
    ),
  );
}

function mark(button, kind, sign) {
  button.classList.add(kind);
  button.prepend(el("span.sign", { "aria-hidden": "true" }, sign));
  button.append(el("span.aural", kind === "right" ? msg("right_answer") : msg("your_answer")));
}

function tell({ answers, right, run, again }) {
  score.replaceChildren(
    msg("score", { right, asked: answers }),
    run > 1 ? ` · ${msg("in_a_row", { n: run })}` : "",
    again.length ? ` · ${msg("come_back", { n: again.length })}` : "",
    " ",
    el(
      "button.quiet",
      {
        onclick: () => {
          tell(keep({ answers: 0, right: 0, run: 0, again: [] }));
        },
      },
      msg("start_over"),
    ),
  );
}

function choose(kind) {
  chosen = kind;
  queue = [];
  for (const chip of kinds.children) chip.setAttribute("aria-pressed", chip.dataset.kind === kind);
  next();
}

more().then(
  () => {
    const chip = (kind, label) =>
      el("button.chip", { "data-kind": kind, "aria-pressed": kind === "", onclick: () => choose(kind) }, label);
    kinds.replaceChildren(
      chip("", msg("drill_all")),
      ...Object.entries(drills).map(([kind, label]) => markTerms(chip(kind, el("span", localize(label))))),
    );
    tell(kept());
    const wanted = new URLSearchParams(location.search).get("kind");
    choose(wanted in drills ? wanted : "");
  },
  () => box.replaceChildren(el("p.panel.hint", msg("no_answer"))),
);
