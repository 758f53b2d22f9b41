// The sheets that enter cards and correct them; they come with the first tap.

import { sendAnswers } from "../core/api.js";
import { cardGrid } from "../core/card-grid.js";
import { el, msg, nameSpan, openSheet, splice } from "../core/dom.js";
import { store } from "../core/store.js";
import { cardArt, cardName, faceOf, promptOwner } from "./cards.js";
import { addGridKeys } from "./grid-keys.js";
import { centerOf, promptAt } from "./zone-lookup.js";

// Cards lie on the table once; other answers may name them again.
function used(ask) {
  const counts = {};
  const told = store.cardPrompts().filter((other) => (ask?.laid === false ? other === ask : other.laid));
  for (const { card } of told.flatMap((other) => store.cardsOf(other.path))) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

function faces(tap, ask) {
  const deck = cardGrid(store.deck.groups, (code) => store.evening.faces[code] ?? 0, cardName, tap);
  deck.refresh(used(ask));
  return deck;
}

// 手で入れる: tap card after card into one hand.
export function openEntrySheet(ask, title) {
  const row = el("div.cards", { "aria-live": "polite" });
  let hand = [...store.cardsOf(ask.path)];
  const counts = used(ask),
    { version } = store.snapshot;
  const put = (next) => {
    for (const one of hand) counts[one.card] -= 1;
    hand = next;
    for (const one of hand) counts[one.card] = (counts[one.card] ?? 0) + 1;
    show();
    sendAnswers({ [ask.path]: hand }, version);
  };
  const deck = faces((code) => {
    put([...(ask.most === 1 ? [] : hand), { card: code, sure: true, read: null }]);
    if (ask.most === 1) dialog.close();
  }, ask);
  const show = () => {
    row.replaceChildren(
      ...hand.map((one, at) =>
        el(
          "button.thumb",
          { onclick: () => put(splice(hand, at, 1)) },
          cardArt(one.card),
          el("span.cross", { "aria-label": msg("remove") }, "×"),
        ),
      ),
    );
    deck.refresh(counts);
  };
  const dialog = openSheet(
    title,
    el("div.sheet-hand", row),
    deck.el,
    el("div.sheet-foot", el("button.primary", { onclick: () => dialog.close() }, msg("done"))),
  );
  addGridKeys(dialog);
  show();
}

// 足す: a card the camera missed, in whose place it lies: one tap on the picture, one in the grid.
export function openAddSheet(ask, at) {
  const { version } = store.snapshot;
  const put = (code) => {
    dialog.close();
    sendAnswers({ [ask.path]: [...store.cardsOf(ask.path), { card: code, sure: true, read: null, at }] }, version);
  };
  const dialog = openSheet(`${msg("add_here")} (${promptOwner(ask)})`, faces(put, ask).el);
  addGridKeys(dialog);
}

// 直す: what is this card, whose is it, where in the hand?
export function openCorrectionSheet(path, at, read) {
  const {
    version,
    draft: { picture },
  } = store.snapshot;
  let item = path ? store.cardsOf(path)[at] : { card: picture.cards[read].card, sure: picture.cards[read].sure, read };
  const seen = item.read == null ? null : picture?.cards[item.read];
  const without = () => (path ? { [path]: splice(store.cardsOf(path), at, 1) } : {});
  const apply = (answers) => {
    dialog.close();
    sendAnswers(answers, version);
  };
  const be = (code) => {
    item = { ...item, card: code, sure: true };
    if (path) return apply({ [path]: splice(store.cardsOf(path), at, 1, item) });
    // A card that nobody has yet goes to whoever sits nearest.
    const [x, y] = centerOf(seen.corners),
      near = promptAt(x / picture.width, y / picture.height, true);
    return near && store.mayEdit(near) ? give(near.path) : head.replaceChildren(cardArt(code));
  };
  const give = (to) => apply({ ...without(), [to]: [...store.cardsOf(to), item] });
  const move = (by) => {
    const hand = splice(store.cardsOf(path), at, 1);
    hand.splice(at + by, 0, item);
    apply({ [path]: hand });
  };
  const guesses = seen?.card
    ? [{ card: seen.card, confidence: seen.confidence }, ...seen.alternatives].slice(0, 5)
    : [];
  const asks = store.cardPrompts().filter((ask) => store.mayEdit(ask));
  const mine = asks.find((ask) => ask.path === path);
  const head = el("div.now", seen && crop(picture, seen), item.card && cardArt(item.card));
  const dialog = openSheet(
    msg("which_card"),
    head,
    guesses.length > 0 && el("h3", msg("likeliest")),
    guesses.length > 0 &&
      el(
        "div.guesses",
        guesses.map((guess) =>
          el(
            "button.guess",
            { onclick: () => be(guess.card), "aria-pressed": guess.card === item.card },
            cardArt(guess.card, ""),
            el("span.caption", nameSpan(faceOf(guess.card).name)),
            el("span.chance", percent(guess.confidence)),
          ),
        ),
      ),
    asks.length > 1 && [
      el("h3", msg("belongs_to")),
      el(
        "div.chips",
        asks.map((ask) =>
          el(
            "button.chip",
            {
              "aria-pressed": ask.path === path,
              disabled: ask.path === path,
              onclick: () => item.card && give(ask.path),
            },
            promptOwner(ask),
          ),
        ),
      ),
    ],
    path &&
      el(
        "div.chips",
        mine.ordered && el("button.chip", { disabled: at === 0, onclick: () => move(-1) }, `← ${msg("earlier")}`),
        mine.ordered &&
          el(
            "button.chip",
            { disabled: at === store.cardsOf(path).length - 1, onclick: () => move(1) },
            `${msg("later")} →`,
          ),
        el("button.chip.bad", { onclick: () => apply(without()) }, msg("remove")),
      ),
    el("h3", msg("all_cards")),
    faces(be, mine).el,
  );
  addGridKeys(dialog);
}

const percent = (chance) => (chance >= 0.995 ? "> 99 %" : chance < 0.01 ? "< 1 %" : `${Math.round(chance * 100)} %`);

// The piece of the picture in which one card lies.
function crop(picture, seen) {
  const xs = seen.corners.map((corner) => corner[0]),
    ys = seen.corners.map((corner) => corner[1]);
  const x = Math.min(...xs),
    y = Math.min(...ys),
    w = Math.max(...xs) - x,
    e = Math.max(...ys) - y;
  return el(
    "svg.crop",
    {
      viewBox: `${x - w * 0.12} ${y - e * 0.12} ${w * 1.24} ${e * 1.24}`,
      role: "img",
      "aria-label": cardName(seen.card),
    },
    el("image", { href: `/picture/${picture.name}.jpg`, width: picture.width, height: picture.height }),
  );
}
