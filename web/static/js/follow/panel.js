// The round that the camera follows: the last moves, what is wrong, what is still to be told, and the host's taps.
import { post } from "../core/api.js";
import { byId, cardImage, el, localize, msg, openSheet, redraw } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { openLiveSheet } from "../core/live-sheet.js";
import { rememberTab } from "../core/open-tab.js";
import { store } from "../core/store.js";
import { loadStyle } from "../core/styles.js";
import { answerText } from "../round/questions.js";

const openZoneEditor = lazyAction(() => import("../hands/zone-editor.js").then((part) => part.openZoneEditor));
/** Moves that stand on the page, the newest first. */
const MOST_MOVES = 4;

const following = () => /** @type {Following} */ (store.snapshot.following);

/** The move announced last to those who hear the page. */
let announced = -1;

await loadStyle("follow/follow");

/**
 * Turns following on or off. What keeps it off is said, each with its cure.
 * @param {boolean} on
 * @param {boolean} hints
 */
export async function switchFollowing(on, hints) {
  const answer = await post("/api/following", { on, hints });
  if (answer?.missing.length) openMissing(answer.missing);
}

/** @param {Obstacle[]} missing */
function openMissing(missing) {
  const sheet = openSheet(
    msg("fo_missing"),
    el(
      "ol.missing",
      missing.map(({ code, text, path, label }) =>
        el("li", el("p", localize(text)), label && cure(code, path, localize(label))),
      ),
    ),
  );

  /**
   * @param {string} code
   * @param {string} path
   * @param {string} label
   */
  function cure(code, path, label) {
    if (code !== "no_seats") return el("a.button", { href: path }, label);
    const open = () => {
      sheet.addEventListener("close", openZoneEditor);
      sheet.close();
    };
    return el("button", { onclick: open }, label);
  }
}

/** A switch of the host. */
const knob = (
  /** @type {string} */ label,
  /** @type {string} */ key,
  /** @type {boolean} */ checked,
  /** @type {() => unknown} */ onclick,
) =>
  el(
    "button.switch",
    { role: "switch", "aria-checked": checked, "data-key": key, onclick },
    el("span.knob", { "aria-hidden": "true" }),
    label,
  );

/** The sheet behind the eye: what was followed, and what the host may do about it. It closes when nothing is followed. */
export function openFollowing() {
  openLiveSheet(".following", () => (following()?.on ? { title: msg("fo_title"), parts: [followPanel()] } : null));
}

/** The newest move in one line, or what is wrong. A tap opens the rest. */
export function followLine() {
  const { phase, problem, lost, moves = [], can_take_back: canTakeBack, count } = following();
  announce();
  const trouble = phase === "away" ? `${localize(problem)} ${msg("fo_away")}` : lost && localize(lost);
  const newest = moves.at(-1);
  const back = () => post("/api/following/back", { count });
  const { card = null, text = null, fault = null } = newest ?? {};
  return el(
    `div.follow-line${trouble ? ".astray" : ""}`,
    turnLine(),
    el(
      "button.quiet",
      { "data-key": "moves", onclick: openFollowing },
      trouble ? `◆ ${trouble}` : [card && card in store.deck.faces && cardImage(card, ""), el("span", localize(text))],
      !trouble && fault && el("b.fault", `▲ ${localize(fault)}`),
    ),
    store.isHost && canTakeBack && el("button", { "data-key": "back", onclick: back }, `↶ ${msg("fo_back")}`),
  );
}

export function followPanel() {
  const { on, hints, phase, problem, lost, faults = [] } = following();
  if (!on) return null;
  // Where table and record disagree stands above already.
  const moves = (following().moves ?? []).filter(({ event }) => event !== "lost" || !lost);
  announce();
  return el(
    `section.panel.follow${lost ? ".astray" : ""}`,
    { "aria-label": msg("fo_title") },
    phase === "away" && el("p.since", { role: "alert" }, `◆ ${localize(problem)} `, msg("fo_away")),
    phase === "waiting" && el("p", msg("fo_waiting")),
    lost && el("p.since", { role: "alert" }, `◆ ${msg("fo_lost")} `, el("b", localize(lost))),
    turnLine(),
    el(
      "ol.moves",
      moves
        .slice(-MOST_MOVES)
        .reverse()
        .map((move, index) => moveItem(move, index === 0)),
    ),
    faultList(
      faults.filter((fault) => !moves.slice(-MOST_MOVES).some(({ t, card }) => t === fault.t && card === fault.card)),
    ),
    differences(),
    questions(),
    store.isHost && hostTaps(),
    store.isHost &&
      el(
        "div.links.switches",
        knob(msg("fo_switch"), "fo_switch", true, () => switchFollowing(false, false)),
        knob(msg("fo_hints"), "fo_hints", hints, () => switchFollowing(true, !hints)),
      ),
  );
}

/** The newest move is announced once. */
function announce() {
  const { count = 0, moves = [] } = following();
  const newest = moves[moves.length - 1];
  if (count === announced || !newest) return;
  announced = count;
  byId("news").textContent = `${localize(newest.text)} ${localize(newest.fault)}`;
}

/** Whose turn it is and what may be played, where the host allows hints. */
function turnLine() {
  const { turn, may = [] } = following();
  if (turn == null && !may.length) return null;
  return el(
    "div.turn-line",
    turn != null && el("p", el("b", msg("fo_turn", { name: store.seatName(turn) }))),
    el(
      "ul.notes",
      may.map((text) => el("li", localize(text))),
    ),
  );
}

/**
 * @param {FollowedMove} move
 * @param {boolean} isNewest
 */
function moveItem({ card, text, fault }, isNewest) {
  return el(
    `li${isNewest ? ".newest" : ""}`,
    card && card in store.deck.faces && el("img.card", { src: `/art/${card}.svg`, alt: "" }),
    el("span", localize(text), fault && el("b.fault", ` ▲ ${localize(fault)}`)),
  );
}

/** @param {FollowedMove[]} faults those that stand no longer among the last moves */
function faultList(faults) {
  return (
    faults.length > 0 &&
    el(
      "ul.notes",
      faults.map(({ text, fault }) => el("li.fault", `▲ ${localize(text)} ${localize(fault)}`)),
    )
  );
}

/** Answers at which somebody entered something else than the camera followed. */
function differences() {
  const { differing = [] } = following();
  return differing.map((path) => {
    const prompt = store.snapshot.asks.find((each) => each.path === path);
    if (!prompt) return null;
    const owner = prompt.seat == null ? localize(prompt.label) : store.seatName(prompt.seat);
    const replace = () => post("/api/following/replace", { path });
    return el(
      "p.since",
      `◆ ${msg("fo_differs", { what: owner })} `,
      store.isHost && el("button.chip", { "data-key": `follow ${path}`, onclick: replace }, msg("fo_replace")),
    );
  });
}

/** What the table must still say, once, at the end. */
function questions() {
  const { asks = [] } = following();
  if (!asks.length) return null;
  const confirm = () => {
    post("/api/following/asks", { keys: asks.map(({ key }) => key) });
    for (const path of new Set(asks.map((ask) => ask.path))) confirmHand(path);
  };
  return el(
    "div.asked",
    { "data-before": true },
    el("h3", msg("fo_asks")),
    el(
      "ul",
      asks.map(({ path, text, guess }) => el("li", ownerOf(path), localize(text), guess && guessedAnswer(path))),
    ),
    store.isHost && el("button", { "data-key": "asked", onclick: confirm }, `✓ ${msg("all_right")}`),
  );
}

/** @param {string} path of an answer that is a guess */
function guessedAnswer(path) {
  const prompt = store.snapshot.asks.find((each) => each.path === path);
  return prompt && el("b.guess", ` → ${answerText(prompt, store.answerTo(path))}`);
}

/** @param {string} path of a hand whose cards somebody has looked at */
function confirmHand(path) {
  const cards = store.snapshot.draft.hands[path];
  if (!cards?.some(({ sure }) => !sure)) return;
  const answers = { [path]: cards.map((card) => ({ ...card, sure: true })) };
  post("/api/draft", { version: store.snapshot.version, answers });
}

/** @param {string} path */
function ownerOf(path) {
  const seat = store.snapshot.asks.find((prompt) => prompt.path === path)?.seat;
  return seat == null ? "" : el("b", el("bdi", store.seatName(seat)), ": ");
}

function hostTaps() {
  const { can_take_back: canTakeBack, count, phase, lost } = following();
  const { draft } = store.snapshot;
  const isLost = phase === "lost" || Boolean(lost);
  const back = () => post("/api/following/back", { count });
  const byHand = async () => {
    const isStillHere = rememberTab();
    if (!(await post("/api/following/hand", {})) || !isStillHere()) return;
    location.hash = "hands";
    redraw();
  };
  return el(
    "div.tools",
    canTakeBack && el("button", { "data-key": "back", onclick: back }, `↶ ${msg("fo_back")}`),
    isLost && el("button", { "data-key": "found", onclick: () => post("/api/following/found", {}) }, msg("fo_found")),
    (isLost || phase === "away") &&
      !draft.begun &&
      el("button", { "data-key": "by hand", onclick: byHand }, msg("fo_hand")),
  );
}
