// The sheets on which cards are entered and corrected. They are loaded with the first tap.
import { sendAnswers } from "../core/api.js";
import { cardGrid } from "../core/card-grid.js";
import { el, msg, openSheet, splice } from "../core/dom.js";
import { store } from "../core/store.js";
import { onSwipe } from "../core/swipe.js";
import { cardArt, cardName, cutout, doubtText, isPlayed, promptOwner, readOf, writtenName } from "./cards.js";
import { guessButtons, nearestPrompt, orderChips, ownerChips, pictureCard, removeChip } from "./correction-choices.js";
import { addGridKeys } from "./grid-keys.js";

/**
 * How many of each card are used. Cards lie on the table once; other answers may name them again.
 * @param {Prompt | undefined} prompt
 */
function usedCards(prompt) {
  /** @type {Record<string, number>} */
  const counts = {};
  const prompts = store.cardPrompts().filter((other) => (prompt?.laid === false ? other === prompt : other.laid));
  for (const { path } of prompts) {
    for (const { card } of store.cardsOf(path)) counts[card] = (counts[card] ?? 0) + 1;
  }
  return counts;
}

/**
 * @param {(code: string) => void} onTap
 * @param {Prompt | undefined} prompt
 * @param {((codes: string[]) => void) | null} onGroup
 * @param {string} current the card to be corrected, which may be tapped, too
 * @param {boolean} isEntry whether cards are entered and not corrected
 */
function deckGrid(onTap, prompt, onGroup = null, current = "", isEntry = false) {
  const copies = (/** @type {string} */ code) => store.evening.faces[code] ?? 0;
  const grid = cardGrid(
    groupsFor(prompt, isEntry),
    copies,
    cardName,
    onTap,
    onGroup,
    (code) => store.evening.numbers[code],
  );
  const counts = usedCards(prompt);
  if (current in counts) counts[current] -= 1;
  grid.refresh(counts);
  return grid;
}

/**
 * The rows of the grid with the cards that can be meant. Nobody need enter what does not count, but it may have been read.
 * @param {Prompt | undefined} prompt
 * @param {boolean} isEntry
 */
function groupsFor(prompt, isEntry) {
  const only = new Set(isEntry && !prompt?.cards.length ? prompt?.counting : prompt?.cards);
  const extras = store.deck.extras.map((group) => ({ ...group, codes: group.codes.filter(isPlayed) }));
  const groups = [...store.deck.groups, ...extras.filter(({ codes }) => codes.length)];
  if (!only.size) return groups;
  return groups.map((group) => ({ ...group, codes: group.codes.filter((code) => only.has(code)) }));
}

/**
 * The next hand that has no cards yet and that this phone may enter.
 * @param {Prompt} prompt
 */
function nextHand(prompt) {
  const prompts = store.cardPrompts().filter((other) => !other.optional && !other.only_with && store.mayEdit(other));
  const place = prompts.findIndex(({ path }) => path === prompt.path);
  const inTurn = [...prompts.slice(place + 1), ...prompts.slice(0, Math.max(place, 0))];
  return inTurn.find(({ path }) => !store.cardsOf(path).length && !(path in store.snapshot.draft.implied));
}

/**
 * The hand beside this one, of those that this phone may enter.
 * @param {Prompt} prompt
 * @param {1 | -1} step
 */
function neighbour(prompt, step) {
  const prompts = store.cardPrompts().filter((other) => store.mayEdit(other));
  const place = prompts.findIndex(({ path }) => path === prompt.path);
  return prompts[(place + step + prompts.length) % prompts.length];
}

/**
 * Enters card after card into one hand by tapping.
 * @param {Prompt} prompt
 * @param {string} title
 */
export function openEntrySheet(prompt, title) {
  const { path, most } = prompt;
  const { version } = store.snapshot;
  const row = el("div.cards", { "aria-live": "polite" });
  const counts = usedCards(prompt);
  let hand = [...store.cardsOf(path)];
  /** @param {DraftCard[]} next */
  const setHand = (next) => {
    sendAnswers({ [path]: next }, version);
    takeOver();
  };
  /** Shows what the table has, with the taps of other phones. */
  const takeOver = () => {
    for (const { card } of hand) counts[card] -= 1;
    hand = [...store.cardsOf(path)];
    for (const { card } of hand) counts[card] = (counts[card] ?? 0) + 1;
    show();
  };
  /** @param {string} code */
  const asCard = (code) => ({ card: code, sure: true, read: null });
  /**
   * Those of these cards that nobody has yet.
   * @param {string[]} codes
   */
  const left = (codes) =>
    codes.flatMap((code) => Array((store.evening.faces[code] ?? 0) - (counts[code] ?? 0)).fill(code));
  // Piles hold whole months, and the last one all the rest.
  const isPile = prompt.shares !== "" && !prompt.cards.length;
  const grid = deckGrid(
    (code) => {
      setHand([...(most === 1 ? [] : hand), asCard(code)]);
      if (most === 1) dialog.close();
    },
    prompt,
    isPile ? (codes) => setHand([...hand, ...left(codes).map(asCard)]) : null,
    "",
    true,
  );
  const takeRest = () => setHand([...hand, ...left(Object.keys(store.evening.faces)).map(asCard)]);
  const restButton = el("button", { "data-key": "rest", onclick: takeRest });
  const foot = el("div.sheet-foot");
  const show = () => {
    const cards = hand.map(({ card }, index) =>
      el(
        "button.thumb",
        { onclick: () => setHand(splice(hand, index, 1)) },
        cardArt(card),
        el("span.cross", { "aria-label": msg("remove") }, "×"),
      ),
    );
    row.replaceChildren(...cards);
    grid.refresh(counts);
    const rest = isPile ? left(Object.keys(store.evening.faces)).length : 0;
    restButton.textContent = msg("take_rest", { n: rest });
    const others = store.cardPrompts().filter(({ path: other, shares }) => other !== path && shares === prompt.shares);
    const next = nextHand(prompt);
    foot.replaceChildren(
      ...(rest && others.some(({ path: other }) => store.cardsOf(other).length) ? [restButton] : []),
      el(next ? "button" : "button.primary", { onclick: () => dialog.close() }, msg("done")),
      ...(next ? [nextButton(next)] : []),
    );
  };
  /** @param {Prompt} other */
  const goTo = (other) => {
    dialog.close();
    openEntrySheet(other, msg("cards_of", { name: promptOwner(other) }));
  };
  /** @param {Prompt} next */
  const nextButton = (next) => {
    const open = () => goTo(next);
    return el("button.primary", { "data-key": "next", onclick: open }, msg("next_hand", { name: promptOwner(next) }));
  };
  const dialog = openSheet(title, el("div.sheet-hand", row), grid.node, foot);
  addGridKeys(dialog);
  onSwipe(dialog, (step) => {
    const other = neighbour(prompt, step);
    if (other && other.path !== path) goTo(other);
  });
  addEventListener("snapshot", takeOver);
  dialog.addEventListener("close", () => removeEventListener("snapshot", takeOver));
  show();
}

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
  const dialog = openSheet(`${msg("add_here")} (${promptOwner(prompt)})`, deckGrid(add, prompt).node);
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
    deckGrid(setCode, own, null, item.card).node,
  );
  addGridKeys(dialog);
}
