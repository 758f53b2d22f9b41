// The round being entered, from pictures or by hand, and what it would settle.
import { answersConfirmed, post, postChange, sendAnswers } from "../core/api.js";
import { COLON, cardImage, el, errorCode, listOf, localize, msg, showToast } from "../core/dom.js";
import { rememberTab } from "../core/open-tab.js";
import { netStones } from "../core/stones.js";
import { store } from "../core/store.js";
import { loadStyle } from "../core/styles.js";
import { roundLabel, roundName } from "../table/round-name.js";
import { settlementView } from "../table/settlement.js";
import { writtenName } from "./cards.js";
import { confirmHindrance, missingPrompts, missingText, refusedName } from "./confirm-hindrance.js";
import { handPanel, nextHandButton } from "./hand-panel.js";
import { photoView } from "./photo.js";
import { cameraButton, dealDemo, readPicture } from "./picture-reading.js";
import { isAsked, question, questionPanel } from "./questions.js";
import { hostSwitches } from "./table-watch.js";

await Promise.all(["hands/cards", "hands/hands"].map(loadStyle));

/** Who does not play this round. */
function restingHint() {
  const { players, away, seat_order: order } = store.evening;
  const names = players.filter((_, player) => !order.includes(player) && !away.includes(player));
  return names.length > 0 && !store.snapshot.editing && el("p.hint", msg("rest", { names: listOf(names) }));
}

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
  const { preview, draft, editing } = store.snapshot;
  if (preview.settlement) {
    return el(
      "section.panel.preview",
      el("h2", editing ? roundName(editing.round) : roundLabel(store.evening.round)),
      settlementView(preview.settlement, (seat) => store.seatName(seat), store.game, preview.cards),
    );
  }
  if (!draft.begun) return null;
  if (preview.error) {
    const { message, code, cards = [] } = preview.error;
    const name = refusedName(preview.error);
    const cures = (preview.cures ?? []).map(({ label, answers }, index) =>
      el("button", { "data-key": `cure ${index}`, onclick: () => sendAnswers(answers) }, localize(label)),
    );
    return el(
      "section.panel.refused",
      { role: "alert" },
      el("p", name && el("b", el("bdi", name), COLON), localize(message)),
      cards.length > 0 &&
        el(
          "ul.named",
          cards.map((card) => el("li", cardImage(card, ""), writtenName(card))),
        ),
      store.isHost && cures.length > 0 && el("div.tools", cures),
      errorCode(code),
    );
  }
  const items = missingPrompts().map((prompt) => el("li", missingText(prompt)));
  return items.length > 0 && el("ul.hint.needed", items);
}

/** @param {OpenTab} openTab */
export function handsView(openTab) {
  const { scanner, draft, preview, editing } = store.snapshot;
  const hasScanner = scanner.state === "up";
  const isShot = draft.picture && !draft.picture.hand;
  return [
    el("h2.aural", editing ? roundName(editing.round) : roundLabel(store.evening.round)),
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
          confirmHindrance(),
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
  const scanAgain = () => el("button.primary.big", { onclick: () => scan() }, msg("take_again"));
  /** @returns {Promise<unknown>} */
  const scan = () => readPicture("/api/look", { version: store.snapshot.version }, scanAgain);
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
    scanner.demo &&
      !editing &&
      el(
        "button.quiet",
        { "data-key": "own_cards", onclick: () => post("/api/demo", { on: false }) },
        msg("own_cards"),
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
