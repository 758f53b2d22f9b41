// What the round being entered would settle, or why it cannot be.
import { sendAnswers } from "../core/api.js";
import { COLON, cardImage, el, errorCode, localize, msg } from "../core/dom.js";
import { loadTerms } from "../core/glossary.js";
import { openLiveSheet, redrawSheets } from "../core/live-sheet.js";
import { store } from "../core/store.js";
import { writtenName } from "../hands/cards.js";
import { winnerLine } from "../table/gain.js";
import { roundLabel, roundName } from "../table/round-name.js";
import { settlementView } from "../table/settlement.js";
import { balancesThen } from "./correction.js";

/** Who pays whom, and why: before anything is confirmed. */
function openOutcome() {
  loadTerms(store.evening.game, store.evening.deck).then(redrawSheets, () => {});
  openLiveSheet(".outcome-sheet", () => {
    const { preview, editing } = store.snapshot;
    if (!preview.settlement || !store.isRoundOn) return null;
    const nameOf = (/** @type {number} */ seat) => store.seatName(seat);
    return {
      title: editing ? roundName(editing.round) : roundLabel(store.evening.round),
      parts: [settlementView(preview.settlement, nameOf, store.game, preview.cards), balancesThen()],
    };
  });
}

/** Who would win how much, in the middle of the cloth; a tap says why. */
export function outcomeButton() {
  const { preview, draft } = store.snapshot;
  if (!preview.settlement || draft.unsure) return null;
  return el(
    "button.preview",
    { "data-key": "outcome", onclick: openOutcome },
    el(
      "span",
      winnerLine(preview.settlement.net, (seat) => store.seatName(seat)),
    ),
    el("b", msg("why")),
  );
}

/**
 * Whose answer is refused, where the sentence does not name them.
 * @param {ServerError} error
 */
function refusedName({ seat, message }) {
  const name = seat == null ? "" : store.seatName(seat);
  return localize(message).includes(name) ? "" : name;
}

/** Why the round cannot be, with what puts it right. */
export function refusalBox() {
  const { preview, draft } = store.snapshot;
  if (!preview.error || !draft.begun) return null;
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
