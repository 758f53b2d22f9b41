// Asks one question after another. What was answered wrong comes back soon, and on the next visit. Only this phone
// keeps the results.
import { get } from "../core/api.js";
import { byId, cardImage, el, lang, localize, msg, nameSpan } from "../core/dom.js";
import { markTerms } from "../core/glossary.js";

/** @typedef {{ question: Question, left: number }} Repetition `left`: how often it must still be answered right */
/** @typedef {{ answers: number, right: number, run: number, again: Repetition[] }} Progress */

const { game = "", deck = "", options = "", rules = "", step } = document.body.dataset;
const [kinds, box, score] = ["kinds", "question", "score"].map(byId);
/** Other house rules have other answers, so their progress is kept apart. */
const STORAGE_KEY = `fudayomi.drill.${game}.${deck}${rules}`;
/** Questions between a wrong answer and its repetition. */
const REPEAT_AFTER = 3;
/** Right answers after which a repeated question is done. */
const REPETITIONS = 2;
const MOST_REPEATED = 60;
/** Right answers in this visit after which a first step is taken. */
const STEP_ANSWERS = 5;
/** @type {Progress} */
const NO_PROGRESS = { answers: 0, right: 0, run: 0, again: [] };

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
let rightNow = 0;

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
  const again = loadProgress()
    .again.map(({ question }) => question)
    .filter(isOfKind);
  const repeated = new Set(again.map(({ key }) => key));
  queue = [...again, ...shuffle(pool.filter((question) => isNew(question) && !repeated.has(question.key)))];
}

async function showNext() {
  try {
    if (!queue.length) await refillQueue();
  } catch {
    box.replaceChildren(el("p.panel.hint", msg("no_answer")));
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
  const repetition = progress.again.find((each) => each.question.key === question.key);
  const others = progress.again.filter((each) => each !== repetition);
  const left = isRight ? (repetition?.left ?? 0) - 1 : REPETITIONS;
  const again = left > 0 ? [...others, { question, left }].slice(-MOST_REPEATED) : others;
  if (left > 0) queue.splice(Math.min(REPEAT_AFTER, queue.length), 0, question);
  return saveProgress({
    answers: progress.answers + 1,
    right: progress.right + Number(isRight),
    run: isRight ? progress.run + 1 : 0,
    again,
  });
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
    el("div.choices", buttons),
  );
  box.replaceChildren(panel);

  /** @param {number} choice */
  function answer(choice) {
    const isRight = choice === question.right;
    if (isRight) rightNow += 1;
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
        el("p.verdict", isRight ? msg("is_right") : msg("is_wrong")),
        markTerms(el("ul.why-list", reasons)),
      ),
      stepLink() ?? "",
      next,
    );
    next.focus();
  }
}

/** The way to the next of the first steps, once this one is taken. */
function stepLink() {
  if (!(Number(step) > 0) || rightNow < STEP_ANSWERS) return null;
  const href = `/learn/${game}/first?deck=${deck}#step-${Number(step) + 1}`;
  return el("a.button.big", { href }, msg("next_step"));
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
function showScore({ answers, right, run, again }) {
  score.replaceChildren(
    msg("score", { right, asked: answers }),
    run > 1 ? ` · ${msg("in_a_row", { n: run })}` : "",
    again.length ? ` · ${msg("come_back", { n: again.length })}` : "",
    " ",
    el("button.quiet", { onclick: () => showScore(saveProgress(NO_PROGRESS)) }, msg("start_over")),
  );
}

/** @param {string} kind */
function choose(kind) {
  chosenKind = kind;
  queue = [];
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

fetchQuestions().then(
  () => {
    const chips = Object.entries(drills).map(([kind, label]) => markTerms(kindChip(kind, el("span", localize(label)))));
    kinds.replaceChildren(kindChip("", msg("drill_all")), ...chips);
    showScore(loadProgress());
    const wanted = new URLSearchParams(location.search).get("kind");
    choose(wanted && wanted in drills ? wanted : "");
  },
  () => box.replaceChildren(el("p.panel.hint", msg("no_answer"))),
);
