// The round being entered, from pictures or by hand, and what it would settle.
import { answersConfirmed, post, postChange, sendAnswers } from "../core/api.js";
import { el, localize, msg, openSheet, plural, redraw, showToast, splice } from "../core/dom.js";
import { lazyAction } from "../core/lazy.js";
import { rememberTab } from "../core/open-tab.js";
import { netStones } from "../core/stones.js";
import { store } from "../core/store.js";
import { roundLabel, roundName } from "../table/round-name.js";
import { handTitle, settlementView } from "../table/settlement.js";
import { cardName, cardThumb, checkLabel, promptOwner } from "./cards.js";
import { hiddenQuestions } from "./hidden-cards.js";
import { photoView } from "./photo.js";
import { hostSwitches } from "./table-watch.js";

const openCorrectionSheet = lazyAction(() => import("./card-sheets.js").then((part) => part.openCorrectionSheet));
const openEntrySheet = lazyAction(() => import("./card-sheets.js").then((part) => part.openEntrySheet));

/**
 * Has the server read a picture, and says how many cards it found.
 * @param {string} path
 * @param {File | Record<string, unknown>} body
 */
async function readPicture(path, body) {
  store.busyMessage = msg("reading");
  redraw();
  const answer = await post(path, body);
  store.busyMessage = null;
  redraw();
  if (answer?.cards === 0 && answer.advice) openSheet(msg("none_seen"), el("p", localize(answer.advice)));
  else if (answer) showToast(plural("seen_one", "seen", answer.cards));
  return answer;
}

/**
 * Has a picture of one hand read, and stays with that hand.
 * @param {string} path
 * @param {File} file
 */
async function readHand(path, file) {
  await readPicture(`/api/picture?to=${encodeURIComponent(path)}`, file);
  document.querySelector(`[data-hand="${CSS.escape(path)}"]`)?.scrollIntoView({ block: "start" });
}

/** @param {OpenTab} openTab */
export async function dealDemo(openTab) {
  const isStillHere = rememberTab();
  if (!(await readPicture("/api/demo/round", { version: store.snapshot.version }))) return;
  if (location.hash === "#hands") return seePicture();
  if (!isStillHere()) return;
  // The page goes to its top when it has turned to the tab.
  addEventListener("hashchange", seePicture, { once: true });
  openTab("hands");
}

/** Scrolls to the picture as soon as it stands on the page, unless another tab is opened before. */
function seePicture() {
  const isStillHere = rememberTab();
  const picture = document.querySelector(".picture");
  if (picture) return picture.scrollIntoView({ block: "nearest" });
  const observer = new MutationObserver(() => {
    const isHere = isStillHere();
    if (isHere && !document.querySelector(".picture")) return;
    observer.disconnect();
    if (isHere) seePicture();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * A button that takes a picture with this phone.
 * @param {string} label
 * @param {string | null} path of the hand whose cards are on it; null for the whole table
 * @param {"round" | "wide" | "big"} shape
 */
function cameraButton(label, path, shape) {
  /** @type {HTMLInputElement} */
  const input = el("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    "aria-label": label,
    onchange: () => {
      const file = input.files?.[0];
      if (file && path) readHand(path, file);
      else if (file) readPicture("/api/picture", file);
      input.value = "";
    },
  });
  return el(`label.button.${shape}`, el("i.lens"), shape === "round" ? el("span.aural", label) : ` ${label}`, input);
}

/** @param {Prompt} prompt */
function handPanel(prompt) {
  const { path, seat, help, optional } = prompt;
  const owner = promptOwner(prompt);
  const mayEdit = store.mayEdit(prompt);
  const openEntry = () => openEntrySheet(prompt, msg("cards_of", { name: owner }));
  return el(
    "section.panel.hand",
    { "data-hand": path },
    el(
      "div.hand-head",
      el("h3", el("bdi", owner), seat === 0 && el("span.oya", { lang: "ja", "aria-label": msg("dealer") }, "親")),
      optional && el("small", msg("optional")),
      handWorth(prompt),
    ),
    impliedCards(path),
    localize(help) && el("p.hint", localize(help)),
    photoView(path),
    el(
      "div.cards",
      store
        .cardsOf(path)
        .map((card, index) =>
          cardThumb(card, `card ${path} ${index}`, mayEdit && (() => openCorrectionSheet(path, index))),
        ),
      mayEdit &&
        el(
          "button.add",
          { "data-key": `add ${path}`, "aria-label": `${msg("add_card")}: ${owner}`, onclick: openEntry },
          "＋",
        ),
      mayEdit && store.snapshot.scanner.state === "up" && cameraButton(`${msg("one_hand")}: ${owner}`, path, "round"),
    ),
    mayEdit && hiddenQuestions(prompt),
    mayEdit && handStep(prompt),
    isFirstOfSeat(prompt) && noteLines(prompt),
  );
}

/**
 * The cards that are left for a hand nobody has entered, such as the aces that the other side was not dealt.
 * @param {string} path
 */
function impliedCards(path) {
  const codes = store.snapshot.draft.implied[path];
  if (!Array.isArray(codes)) return null;
  return el("p.hint", msg("follows", { what: codes.map(cardName).join(", ") || msg("none") }));
}

/** Who does not play this round. */
function restingHint() {
  const { players, away, seat_order: order } = store.evening;
  const names = players.filter((_, player) => !order.includes(player) && !away.includes(player));
  return names.length > 0 && !store.snapshot.editing && el("p.hint", msg("rest", { names: names.join(", ") }));
}

/**
 * What to do with a hand that was photographed and is in doubt: say that it is right, or fix it.
 * @param {Prompt} prompt
 */
function handStep({ path }) {
  if (store.snapshot.draft.picture?.hand !== path) return null;
  const cards = store.cardsOf(path);
  const unsure = cards.findIndex(({ sure }) => !sure);
  if (unsure >= 0) {
    const confirm = () => sendAnswers({ [path]: cards.map((card) => ({ ...card, sure: true })) });
    return el(
      "p.links.step",
      el("button.primary", { "data-key": `right ${path}`, onclick: confirm }, `✓ ${msg("all_right")}`),
      el("button", { "data-key": `fix ${path}`, onclick: () => openCorrectionSheet(path, unsure) }, msg("fix")),
    );
  }
  return null;
}

/** The next hand that nobody has entered, under the thumb: with the camera where there is a scanner. */
function nextHandButton() {
  const isOpen = (/** @type {Prompt} */ prompt) =>
    prompt.laid && store.mayEdit(prompt) && store.cardsOf(prompt.path).length === 0;
  const next = store.cardPrompts().find(isOpen);
  if (!next) return null;
  const owner = promptOwner(next);
  const label = msg("next_hand", { name: owner });
  if (store.snapshot.scanner.state === "up") return cameraButton(label, next.path, "big");
  const openEntry = () => openEntrySheet(next, msg("cards_of", { name: owner }));
  return el("button.big", { "data-key": "next", onclick: openEntry }, `＋ ${label}`);
}

/**
 * Whether a prompt is the first for the cards of its seat.
 * @param {Prompt} prompt
 */
const isFirstOfSeat = (prompt) => store.cardPrompts().find(({ seat }) => seat === prompt.seat) === prompt;

/**
 * What the game can say of a seat's cards already.
 * @param {Prompt} prompt
 */
function noteLines({ seat }) {
  const notes = seat == null ? null : store.snapshot.notes[seat];
  return (
    notes &&
    el(
      "ul.notes",
      { "aria-live": "polite" },
      notes.map((note) => el("li", localize(note))),
    )
  );
}

/**
 * What a hand is worth. It stands once a seat, with the first of its cards.
 * @param {Prompt} prompt
 */
function handWorth(prompt) {
  const hand = store.snapshot.preview.settlement?.hands.find(({ seat }) => seat === prompt.seat);
  if (!hand?.class || !isFirstOfSeat(prompt)) return null;
  return el("span.class", handTitle(hand));
}

/**
 * Whether a prompt is to be answered now: some are asked only with a certain answer to another, or with one that holds it.
 * @param {Prompt} prompt
 */
function isAsked({ only_with: onlyWith }) {
  if (!onlyWith) return true;
  const [path, wanted] = onlyWith;
  const answer = store.answerTo(path);
  return isSame(answer, wanted) || (Array.isArray(answer) && answer.includes(wanted));
}

/**
 * Whether two answers are the same; one answer may be a list.
 * @param {unknown} one
 * @param {unknown} other
 */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Everything the round asks. What else is asked of a seat stands with its cards. */
function promptPanels() {
  /** @type {HTMLElement[]} */
  const panels = [];
  /** @type {number | null} */
  let seat = null;
  for (const prompt of store.snapshot.asks.filter(isAsked)) {
    const belongsToLast = prompt.kind !== "cards" && prompt.seat != null && prompt.seat === seat;
    if (belongsToLast) panels[panels.length - 1].append(question(prompt, true));
    else panels.push(prompt.kind === "cards" ? handPanel(prompt) : questionPanel(prompt));
    seat = prompt.seat;
  }
  return panels;
}

/**
 * A panel that begins with a question. Several numbers of one seat, such as bets, stand side by side in it.
 * @param {Prompt} prompt
 */
function questionPanel(prompt) {
  const isOneOfNumbers = prompt.kind === "number" && prompt.seat != null;
  return el(isOneOfNumbers ? "section.panel.numbers" : "section.panel", question(prompt, false));
}

/**
 * @param {Prompt} prompt
 * @param {boolean} isBesideCards
 */
function question(prompt, isBesideCards) {
  const { path, seat, label, help, optional } = prompt;
  return el(
    "div.ask",
    el(
      "h3",
      !isBesideCards && seat != null && el("bdi", store.seatName(seat), " · "),
      localize(label),
      optional && el("small", ` ${msg("optional")}`),
    ),
    localize(help) && el("p.hint", localize(help)),
    answerField(prompt, store.answerTo(path) ?? prompt.default),
  );
}

/**
 * @param {Prompt} prompt
 * @param {any} value
 */
function answerField(prompt, value) {
  if (prompt.kind === "number") return numberField(prompt, value);
  return prompt.kind === "sequence" ? sequenceChips(prompt, value ?? []) : choiceChips(prompt, value);
}

/**
 * Chips that add a value with each tap, and what was added in order; a tap there takes it away.
 * @param {Prompt} prompt
 * @param {unknown[]} chosen
 */
function sequenceChips({ path, values, says, most }, chosen) {
  /** @param {unknown} value */
  const label = (value) => localize(says[values.findIndex((each) => isSame(each, value))]);
  // Where no more fit, a tap changes the last.
  /** @param {unknown} value */
  const add = (value) =>
    sendAnswers({ [path]: [...(most && chosen.length >= most ? chosen.slice(0, -1) : chosen), value] });
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

/**
 * @param {Prompt} prompt
 * @param {any} value one of its values, or a list of them
 */
function choiceChips({ path, kind, values, says, optional }, value) {
  const isMultiple = kind === "choices";
  /** @type {unknown[]} */
  const chosen = isMultiple ? (value ?? []) : [value];
  /** @param {unknown} choice */
  const answerAfterTap = (choice) => {
    const isChosen = chosen.some((each) => isSame(each, choice));
    if (!isMultiple) return isChosen && optional ? null : choice;
    return isChosen ? chosen.filter((other) => other !== choice) : [...chosen, choice];
  };
  const chips = values.map((choice, index) =>
    el(
      "button.chip",
      {
        disabled: !store.isHost,
        "aria-pressed": chosen.some((each) => isSame(each, choice)),
        "data-key": `${path} ${index}`,
        onclick: () => sendAnswers({ [path]: answerAfterTap(choice) }),
      },
      says[index] ? localize(says[index]) : String(choice ?? msg("none")),
    ),
  );
  return el("div.chips", chips);
}

/** What the round being entered would settle, and the way to begin it anew. */
export function roundOutcome() {
  const { draft, editing } = store.snapshot;
  const clear = () => post("/api/draft/clear", { version: store.snapshot.version });
  return [
    outcome(),
    store.isHost && draft.begun && !editing && el("p", el("button.quiet", { onclick: clear }, msg("clear"))),
  ];
}

/** What the round would settle, or why it cannot be, or what is missing. */
function outcome() {
  const { preview, draft, asks, editing } = store.snapshot;
  if (preview.settlement) {
    return el(
      "section.panel.preview",
      el("h2", editing ? roundName(editing.round) : roundLabel(store.evening.round)),
      settlementView(preview.settlement, (seat) => store.seatName(seat), store.game, preview.cards),
    );
  }
  if (!draft.begun) return null;
  if (preview.error) {
    const { message, code, seat } = preview.error;
    const cures = (preview.cures ?? []).map(({ label, answers }, index) =>
      el("button", { "data-key": `cure ${index}`, onclick: () => sendAnswers(answers) }, localize(label)),
    );
    return el(
      "section.panel.refused",
      { role: "alert" },
      el("p", seat != null && el("b", el("bdi", store.seatName(seat)), ": "), localize(message)),
      store.isHost && cures.length > 0 && el("div.tools", cures),
      el("p.code", code),
    );
  }
  const missing = (preview.missing ?? []).flatMap((path) => asks.filter((prompt) => prompt.path === path));
  return missing.length > 0 && el("p.hint", msg("missing", { what: missing.map(promptOwner).join(", ") }));
}

/** @param {OpenTab} openTab */
export function handsView(openTab) {
  const { scanner, draft, preview } = store.snapshot;
  const hasScanner = scanner.state === "up";
  const isShot = draft.picture && !draft.picture.hand;
  return [
    el("h2.aural", roundLabel(store.evening.round)),
    // Before a picture is taken the ways to take one come first, then the picture and what is on it.
    store.isHost && !isShot && hostTools(openTab),
    hasScanner && scanner.camera && el("i", { "data-watch": true, hidden: true }),
    store.busyMessage && el("p.busy", { role: "status" }, store.busyMessage),
    photoView(),
    store.isHost && isShot && hostTools(openTab),
    restingHint(),
    promptPanels(),
    store.isHost
      ? el(
          "div.bar",
          nextHandButton(),
          preview.settlement?.net.map((n, seat) => el("bdi", store.seatName(seat), netStones(n))),
          draft.unsure > 0 && el("p.hint.unsure", `◆ ${checkLabel(draft.unsure)}`),
          bookButton(openTab),
        )
      : ownBar(),
  ];
}

/** A player's next step: the own hand, as long as it is not entered. */
function ownBar() {
  const button = nextHandButton();
  return button && el("div.bar", button);
}

/**
 * The host's ways to have cards read.
 * @param {OpenTab} openTab
 */
function hostTools(openTab) {
  const { scanner, draft, editing, tabletop } = store.snapshot;
  const hasScanner = scanner.state === "up";
  const hasCamera = hasScanner && scanner.camera;
  const isBusy = store.busyMessage !== null;
  const scan = () => readPicture("/api/look", { version: store.snapshot.version });
  return el(
    "div.tools",
    hasScanner && cameraButton(msg("whole_table"), null, "wide"),
    // A watched table is read as it lies; a correction takes a picture of its own.
    hasCamera &&
      (editing || !tabletop) &&
      el("button", { disabled: isBusy, "data-key": "scan", onclick: scan }, msg("scan")),
    hasCamera && !editing && hostSwitches(isBusy),
    scanner.demo &&
      !editing &&
      el(
        draft.begun ? "button" : "button.primary",
        { disabled: isBusy || !hasScanner, onclick: () => dealDemo(openTab) },
        msg("deal_demo"),
      ),
  );
}

/** @param {OpenTab} openTab */
function bookButton(openTab) {
  const { draft, preview, editing, following } = store.snapshot;
  const isAsked = !editing && (following?.asks?.length ?? 0) > 0;
  const book = async () => {
    const isStillHere = rememberTab();
    // What is booked is what was shown when the button was tapped.
    const isAsShown =
      (await answersConfirmed()) && JSON.stringify(store.snapshot.draft.answers) === JSON.stringify(draft.answers);
    if (!isAsShown) return showToast(msg("look_again"));
    const answer = await postChange("/api/rounds", { answers: draft.answers });
    if (answer) {
      // A new round stands large on every phone; a correction does not.
      if (editing) showToast(msg("booked"));
      if (isStillHere()) openTab(editing ? "history" : "table");
    }
  };
  return el(
    "button.primary.big",
    { "data-key": "book", disabled: !preview.settlement || draft.unsure > 0 || isAsked, onclick: book },
    msg(editing ? "book_edit" : "book"),
  );
}
