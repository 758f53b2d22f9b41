// What a round asks beside cards: numbers, choices, sequences.
import { post, sendAnswers } from "../core/api.js";
import { el, listOf, localize, msg, splice } from "../core/dom.js";
import { store } from "../core/store.js";

/**
 * Whether a prompt is to be answered now: some are asked only with a certain answer to another, or with one that holds
 * it; of several paths with | between them one is enough.
 * @param {Prompt} prompt
 */
export function isAsked({ only_with: onlyWith }) {
  if (!onlyWith) return true;
  const [paths, wanted] = onlyWith;
  return paths.split("|").some((path) => {
    const answer = store.shownAnswer(path);
    return isSame(answer, wanted) || (Array.isArray(answer) && answer.some((each) => (each?.card ?? each) === wanted));
  });
}

/**
 * Whether two answers are the same; one answer may be a list.
 * @param {unknown} one
 * @param {unknown} other
 */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param {Prompt} prompt
 * @param {"label" | "title"} heading whether the question stands above its answers, or in the title of its sheet
 */
export function question(prompt, heading) {
  const { path, label, help, optional } = prompt;
  return el(
    "div.ask",
    { "data-ask": path },
    heading === "label" && el("h3", localize(label), optional && el("small", ` ${msg("optional")}`)),
    localize(help) && el("p.hint", localize(help)),
    guessLine(path),
    answerField(prompt, store.answerTo(path) ?? prompt.default),
  );
}

/**
 * The answer after a tap on one of the values: the value, or a list with or without it.
 * @param {Prompt} prompt
 * @param {unknown} value
 */
export function answerAfterTap({ path, kind, optional, most, default: byDefault }, value) {
  const answer = store.answerTo(path) ?? byDefault;
  if (kind === "choice") return isSame(answer, value) && optional ? null : value;
  const chosen = /** @type {unknown[]} */ (answer ?? []);
  if (kind === "choices")
    return chosen.some((each) => isSame(each, value))
      ? chosen.filter((each) => !isSame(each, value))
      : [...chosen, value];
  // Where no more fit, a tap changes the last.
  return [...(most && chosen.length >= most ? chosen.slice(0, -1) : chosen), value];
}

/**
 * How often a value is among the answer, by the places where it stands in it.
 * @param {Prompt} prompt
 * @param {unknown} value
 */
export function placesOf({ path, kind, default: byDefault }, value) {
  const answer = store.answerTo(path) ?? byDefault;
  const chosen = kind === "choice" ? [answer] : /** @type {unknown[]} */ (answer ?? []);
  return [...chosen.keys()].filter((place) => isSame(chosen[place], value));
}

/**
 * That the answer is a guess from the play, and the tap that says it is right.
 * @param {string} path
 */
function guessLine(path) {
  if (store.snapshot.editing) return null;
  const keys = (store.snapshot.following?.asks ?? [])
    .filter((ask) => ask.guess && ask.path === path)
    .map(({ key }) => key);
  if (!keys.length) return null;
  const confirm = () => post("/api/following/asks", { keys });
  return el(
    "p.since",
    `◆ ${msg("fo_guess")} `,
    store.isHost && el("button.chip", { "data-key": `guess ${path}`, onclick: confirm }, `✓ ${msg("all_right")}`),
  );
}

/**
 * An answer in words.
 * @param {Prompt} prompt
 * @param {unknown} answer
 */
export function answerText({ kind, values, says }, answer) {
  const one = (/** @type {unknown} */ value) => {
    const label = says[values.findIndex((each) => isSame(each, value))];
    return label ? localize(label) : String(value ?? msg("none"));
  };
  if (kind !== "choices" && kind !== "sequence") return one(answer);
  return listOf(/** @type {unknown[]} */ (answer).map(one)) || msg("none");
}

/**
 * @param {Prompt} prompt
 * @param {any} value
 */
function answerField(prompt, value) {
  if (prompt.kind === "number") return numberField(prompt, value);
  return prompt.kind === "sequence" ? sequenceChips(prompt, value ?? []) : choiceChips(prompt);
}

/**
 * Chips that add a value with each tap, and what was added in order; a tap there takes it away.
 * @param {Prompt} prompt
 * @param {unknown[]} chosen
 */
function sequenceChips(prompt, chosen) {
  const { path, values, says } = prompt;
  /** @param {unknown} value */
  const label = (value) => localize(says[values.findIndex((each) => isSame(each, value))]);
  /** @param {unknown} value */
  const add = (value) => sendAnswers({ [path]: answerAfterTap(prompt, value) });
  return [
    el(
      "div.chips",
      values.map((value, index) =>
        el(
          "button.chip",
          { disabled: !store.isHost, "data-key": `${path} ${index}`, onclick: () => add(value) },
          `＋ ${label(value)}`,
        ),
      ),
    ),
    chosen.length > 0 &&
      el(
        "ol.chips.sequence",
        chosen.map((value, place) =>
          el(
            "li",
            el(
              "button.chip",
              {
                disabled: !store.isHost,
                "aria-pressed": true,
                "data-key": `${path} at ${place}`,
                onclick: () => sendAnswers({ [path]: splice(chosen, place, 1) }),
              },
              `${place + 1}. ${label(value)} `,
              el("span", { "aria-label": msg("remove") }, "×"),
            ),
          ),
        ),
      ),
  ];
}

/**
 * @param {Prompt} prompt
 * @param {number | null} value
 */
function numberField({ path, label, least, most }, value) {
  const send = () => {
    sendAnswers({ [path]: input.value === "" ? null : Number(input.value) });
  };
  /** @type {HTMLInputElement} */
  const input = el("input", {
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most < least ? null : most,
    value: value ?? "",
    disabled: !store.isHost,
    "aria-label": localize(label),
    onchange: send,
    // The page waits for who is typing; Enter says that it may go on.
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && input.blur(),
  });
  /**
   * @param {string} sign
   * @param {"stepUp" | "stepDown"} method
   */
  const stepButton = (sign, method) => {
    const step = () => {
      input[method]();
      send();
    };
    return store.isHost && el("button", { "aria-label": `${sign}1`, "data-key": method + path, onclick: step }, sign);
  };
  return el("div.stepper", stepButton("−", "stepDown"), input, stepButton("+", "stepUp"));
}

/** @param {Prompt} prompt */
function choiceChips(prompt) {
  const { path, values, says } = prompt;
  const chips = values.map((choice, index) =>
    el(
      "button.chip",
      {
        disabled: !store.isHost,
        "aria-pressed": placesOf(prompt, choice).length > 0,
        "data-key": `${path} ${index}`,
        onclick: () => sendAnswers({ [path]: answerAfterTap(prompt, choice) }),
      },
      says[index] ? localize(says[index]) : String(choice ?? msg("none")),
    ),
  );
  return el("div.chips", chips);
}
