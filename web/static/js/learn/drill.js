// Asks five questions, one a screen, and stamps the set. What was answered wrong comes back in a few questions, and then
// over days, as a scheduler at the table counts. Only this phone keeps what it knows.
import { ask } from "../core/answers.js";
import { get } from "../core/api.js";
import { byId, cardImage, el, lang, localize, msg, nameSpan } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";

/** @typedef {{ question: Question, memory: Record<string, unknown> | null, due: string }} Remembered */
/** @typedef {{ answers: number, right: number, run: number, days: Record<string, Remembered> }} Progress */

const { game = "", deck = "", options = "", rules = "", step } = document.body.dataset;
const [kinds, box, score, dots] = ["kinds", "question", "score", "dots"].map(byId);
/** Other house rules have other answers, so their progress is kept apart. */
const STORAGE_KEY = `fudayomi.drill.${game}.${deck}${rules}`;
/** Questions between a wrong answer and its repetition. */
const REPEAT_AFTER = 3;
/** Most questions that a phone remembers; the one due last is forgotten first. */
const MOST_REMEMBERED = 200;
/** What is due within this time comes in this visit, in milliseconds: a miss is due again in a minute. */
const SOON_MS = 600_000;
/** Questions of a set, after which it is stamped. */
const SET_SIZE = 5;
/** Answers up to which a phone's learner is a beginner: two sets. */
const FIRST_ANSWERS = 10;
/** @type {Progress} */
const NO_PROGRESS = { answers: 0, right: 0, run: 0, days: {} };

/** Keys of the questions asked since new ones were fetched. */
const asked = new Set();
/** @type {Question[]} */
let pool = [];
/** @type {Question[]} */
let queue = [];
let chosenKind = "";
/** @type {Drills["names"]} */
let names = {};
/** @type {Drills["drills"]} */
let drills = {};
/** Whether each question of this set was answered right. @type {boolean[]} */
let set = [];

/** @returns {Progress} */
function loadProgress() {
  try {
    return { ...NO_PROGRESS, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") };
  } catch {
    return NO_PROGRESS;
  }
}

/** @param {Progress} progress */
function saveProgress(progress) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(progress));
  } catch {
    // A phone that stores nothing still practises.
  }
  return progress;
}

/** @param {Question} question */
const isOfKind = (question) => !chosenKind || question.drill === chosenKind;

/** @param {Question[]} list */
const shuffle = (list) =>
  list
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);

async function fetchQuestions() {
  asked.clear();
  /** @type {Drills} */
  const fetched = await get(`/api/drill/${game}?${new URLSearchParams({ deck, options })}`);
  pool = fetched.questions;
  names = fetched.names;
  drills = fetched.drills;
}

async function refillQueue() {
  /** @param {Question} question */
  const isNew = (question) => isOfKind(question) && !asked.has(question.key);
  if (!pool.some(isNew)) await fetchQuestions();
  const soon = new Date(Date.now() + SOON_MS).toISOString();
  const due = Object.values(loadProgress().days)
    .filter((each) => each.due <= soon && isOfKind(each.question))
    .sort((one, other) => (one.due < other.due ? -1 : 1))
    .map(({ question }) => question);
  const repeated = new Set(due.map(({ key }) => key));
  const fresh = shuffle(pool.filter((question) => isNew(question) && !repeated.has(question.key)));
  // A beginner is asked in the order in which the drills are best learnt: cards first, hands later.
  const order = Object.keys(drills);
  if (loadProgress().answers < FIRST_ANSWERS)
    fresh.sort((one, other) => order.indexOf(one.drill) - order.indexOf(other.drill));
  queue = [...due, ...fresh];
}

/** @param {ServerError} error */
function sayWhy(error) {
  box.replaceChildren(el("p.panel.hint", { role: "alert" }, localize(error.message)));
}

async function showNext() {
  if (set.length === SET_SIZE) return showStamp();
  try {
    if (!queue.length) await refillQueue();
  } catch (error) {
    sayWhy(/** @type {ServerError} */ (error));
    return;
  }
  const question = queue.shift();
  if (question) show(question);
}

/**
 * @param {Question} question
 * @param {boolean} isRight
 */
function recordAnswer(question, isRight) {
  const progress = loadProgress();
  const known = progress.days[question.key];
  if (!isRight) queue.splice(Math.min(REPEAT_AFTER, queue.length), 0, question);
  // What was right at once need not come back.
  if (known || !isRight) schedule(question, known?.memory ?? null, isRight);
  // A miss is remembered even if the table does not answer.
  const miss = { question, memory: known?.memory ?? null, due: new Date().toISOString() };
  return saveProgress({
    ...progress,
    days: isRight ? progress.days : { ...progress.days, [question.key]: miss },
    answers: progress.answers + 1,
    right: progress.right + Number(isRight),
    run: isRight ? progress.run + 1 : 0,
  });
}

/**
 * @param {Question} question
 * @param {Record<string, unknown> | null} memory
 * @param {boolean} isRight
 */
async function schedule(question, memory, isRight) {
  // Without an answer the question comes back tomorrow, as it was kept before this was asked.
  const review = await ask("/api/practice/review", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ memory, right: isRight }),
  }).catch(() => null);
  if (!review) return;
  const progress = loadProgress();
  const days = { ...progress.days, [question.key]: { question, ...review } };
  const keys = Object.keys(days).sort((one, other) => (days[one].due < days[other].due ? -1 : 1));
  for (const key of keys.slice(MOST_REMEMBERED)) delete days[key];
  showScore(saveProgress({ ...progress, days }));
}

function showDots() {
  dots.replaceChildren(
    ...Array.from({ length: SET_SIZE }, (_, index) =>
      el(`li${index < set.length ? (set[index] ? ".right" : ".wrong") : ""}`),
    ),
  );
}

/** The end of a set: a stamp where most was right, and the way on. */
function showStamp() {
  const right = set.filter(Boolean).length;
  const stamp = right >= SET_SIZE - 1 ? "花丸" : right > SET_SIZE / 2 ? "済" : "";
  set = [];
  const more = el("button.big", { onclick: showNext }, msg("five_more"));
  const onward = Number(step) > 0 ? `/learn/${game}/first?deck=${deck}#step-${Number(step) + 1}` : "/learn";
  box.replaceChildren(
    el(
      "section.panel.question.stamped",
      { role: "status" },
      stamp && el("span.stamp", { lang: "ja", "aria-hidden": "true" }, stamp),
      el("p.verdict", msg("set_done", { right, all: SET_SIZE })),
      !stamp && el("p", msg("not_yet")),
      right < SET_SIZE && el("p.hint", msg("misses_return")),
      more,
      el("a.button.primary.big", { href: onward }, Number(step) > 0 ? msg("next_step") : msg("enough")),
    ),
  );
  more.focus();
}

/** @param {string} code */
const nameOf = (code) => (names[code] ? localize(names[code]) : msg("a_card"));

/** @param {Question} question */
function show(question) {
  asked.add(question.key);
  const buttons = question.choices.map((choice, index) =>
    markTerms(el("button.choice-button", { onclick: () => answer(index) }, el("span", { lang }, nameSpan(choice)))),
  );
  // A card's name is its month's flower: a screen reader must not give the answer away.
  const pictures = question.cards.map((code) =>
    cardImage(code, question.drill === "month" ? msg("a_card") : nameOf(code)),
  );
  const panel = el(
    "section.panel.question",
    markTerms(el("p.ask", localize(question.ask))),
    el("div.cards.shown", pictures),
    ...(question.rows ?? []).map(({ label, cards }) =>
      el(
        "div.beside",
        el("h4", localize(label)),
        el(
          "div.cards.small",
          cards.map((code) => el("span.thumb", cardImage(code, nameOf(code)))),
        ),
      ),
    ),
    el("div.choices", buttons),
  );
  box.replaceChildren(panel);

  /** @param {number} choice */
  function answer(choice) {
    const isRight = choice === question.right;
    set.push(isRight);
    showDots();
    pictures.forEach((picture, index) => {
      picture.alt = nameOf(question.cards[index]);
    });
    showScore(recordAnswer(question, isRight));
    buttons.forEach((button, index) => {
      button.disabled = true;
      if (index === question.right) markChoice(button, "right", "○");
      else if (index === choice) markChoice(button, "wrong", "×");
    });
    const next = el("button.primary.big", { onclick: showNext }, msg("next_question"));
    const reasons = question.why.map((line) => el("li", localize(line)));
    panel.append(
      el(
        "div.told",
        { role: "status" },
        el("p.verdict", isRight ? msg("all_right") : msg("is_wrong")),
        markTerms(el("ul.why-list", reasons)),
      ),
      el("div.bar", next),
    );
    next.focus({ preventScroll: true });
  }
}

/**
 * @param {HTMLElement} button
 * @param {"right" | "wrong"} kind
 * @param {string} sign
 */
function markChoice(button, kind, sign) {
  button.classList.add(kind);
  button.prepend(el("span.sign", { "aria-hidden": "true" }, sign));
  button.append(el("span.aural", kind === "right" ? msg("right_answer") : msg("your_answer")));
}

/** @param {Progress} progress */
function showScore({ answers, right, run, days }) {
  const waiting = Object.keys(days).length;
  score.replaceChildren(
    msg("score", { right, asked: answers }),
    run > 1 ? ` · ${msg("in_a_row", { n: run })}` : "",
    waiting ? ` · ${msg("come_back", { n: waiting })}` : "",
    " ",
    el("button.quiet", { onclick: () => showScore(saveProgress(NO_PROGRESS)) }, msg("start_over")),
  );
}

/** @param {string} kind */
function choose(kind) {
  chosenKind = kind;
  queue = [];
  set = [];
  showDots();
  for (const chip of /** @type {HTMLCollectionOf<HTMLElement>} */ (kinds.children)) {
    chip.setAttribute("aria-pressed", String(chip.dataset.kind === kind));
  }
  showNext();
}

/**
 * @param {string} kind
 * @param {Child} label
 */
const kindChip = (kind, label) =>
  el("button.chip", { "data-kind": kind, "aria-pressed": kind === "", onclick: () => choose(kind) }, label);

fetchQuestions().then(() => {
  const chips = Object.entries(drills).map(([kind, label]) => markTerms(kindChip(kind, el("span", localize(label)))));
  kinds.replaceChildren(kindChip("", msg("drill_all")), ...chips);
  showScore(loadProgress());
  const wanted = new URLSearchParams(location.search).get("kind");
  choose(wanted && wanted in drills ? wanted : "");
}, sayWhy);
