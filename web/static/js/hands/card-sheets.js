// The sheets on which a card is corrected, or added where it lies. They are loaded with the first tap.
import { sendAnswers } from "../core/api.js";
import { el, msg, openSheet, splice } from "../core/dom.js";
import { store } from "../core/store.js";
import { cardArt, cutout, doubtText, isPlayed, promptOwner, readOf, writtenName } from "./cards.js";
import { guessButtons, nearestPrompt, orderChips, ownerChips, pictureCard, removeChip } from "./correction-choices.js";
import { deckGrid } from "./deck-grid.js";
import { addGridKeys } from "./grid-keys.js";

/**
 * Adds a card that the camera missed, with one tap on the picture and one in the grid.
 * @param {Prompt} prompt
 * @param {Point} at
 */
export function openAddSheet(prompt, at) {
  const { path } = prompt;
  const { version } = store.snapshot;
  /** @param {string} code */
  const add = (code) => {
    dialog.close();
    sendAnswers({ [path]: [...store.cardsOf(path), { card: code, sure: true, read: null, at }] }, version);
  };
  const dialog = openSheet(`${msg("add_here")} (${promptOwner(prompt)})`, deckGrid({ onTap: add, prompt }).node);
  addGridKeys(dialog);
}

/**
 * Corrects what a card is, whose it is, or its place in the hand.
 * @param {string | null} path of the hand; null for a card of the picture that nobody has yet
 * @param {number} index in the hand
 * @param {number} read its place on the picture, if it is in no hand
 */
export function openCorrectionSheet(path, index, read = 0) {
  const { version, draft } = store.snapshot;
  const { picture } = draft;
  const prompts = store.cardPrompts().filter((prompt) => store.mayEdit(prompt));
  const own = prompts.find((prompt) => prompt.path === path);
  let item = path ? store.cardsOf(path)[index] : pictureCard(picture, read);
  const found = readOf(item);
  const seen = found?.read;

  /** @param {Answers} answers */
  const apply = (answers) => {
    dialog.close();
    sendAnswers(answers, version);
  };
  /** @returns {Answers} */
  const withoutCard = () => (path ? { [path]: splice(store.cardsOf(path), index, 1) } : {});
  /** @param {string} to */
  const giveTo = (to) => apply({ ...withoutCard(), [to]: [...store.cardsOf(to), item] });
  /** @param {string} code */
  const setCode = (code) => {
    item = { ...item, card: code, sure: true };
    if (path) return apply({ [path]: splice(store.cardsOf(path), index, 1, item) });
    // A card that nobody has yet goes to whoever sits nearest.
    const nearest = picture && seen ? nearestPrompt(picture, seen) : null;
    if (nearest && store.mayEdit(nearest)) giveTo(nearest.path);
    else head.replaceChildren(cardArt(code));
  };

  const head = el("div.now", found && cutout(found), item.card && cardArt(item.card));
  const isDoubted = path !== null && !item.sure;
  const dialog = openSheet(
    msg("which_card"),
    head,
    isDoubted && el("p.hint.why-doubt", doubtText(item)),
    isDoubted &&
      isPlayed(item.card) &&
      el(
        "p",
        el(
          "button.primary.big",
          { onclick: () => setCode(item.card) },
          msg("thats_right", { card: writtenName(item.card) }),
        ),
      ),
    seen?.card && guessButtons(seen, item.card, setCode),
    prompts.length > 1 && ownerChips(prompts, path, (to) => item.card && giveTo(to)),
    path &&
      el(
        "div.chips",
        own?.ordered && orderChips(path, index, item, apply),
        removeChip(() => apply(withoutCard())),
      ),
    el("h3", msg("all_cards")),
    deckGrid({ onTap: setCode, prompt: own, current: item.card }).node,
  );
  addGridKeys(dialog);
}
