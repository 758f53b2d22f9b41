// The sheets that enter cards and correct them; they come with the first tap.

import { tell } from "../core/api.js";
import { grid } from "../core/card-grid.js";
import { h, named, sheet, spliced, t } from "../core/dom.js";
import { S } from "../core/store.js";
import { art, face, nameOf, owner } from "./cards.js";
import { byKeys } from "./grid-keys.js";
import { handAt, middle } from "./zone-lookup.js";

// Cards lie on the table once; other answers may name them again.
function used(ask) {
  const counts = {};
  const told = S.cardAsks().filter((other) => (ask?.laid === false ? other === ask : other.laid));
  for (const { card } of told.flatMap((other) => S.hand(other.path))) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

function faces(tap, ask) {
  const deck = grid(S.deck.groups, (code) => S.evening.faces[code] ?? 0, nameOf, tap);
  deck.refresh(used(ask));
  return deck;
}

// 手で入れる: tap card after card into one hand.
export function enter(ask, title) {
  const row = h("div.cards", { "aria-live": "polite" });
  let hand = [...S.hand(ask.path)];
  const counts = used(ask),
    { version } = S.snap;
  const put = (next) => {
    for (const one of hand) counts[one.card] -= 1;
    hand = next;
    for (const one of hand) counts[one.card] = (counts[one.card] ?? 0) + 1;
    show();
    tell({ [ask.path]: hand }, version);
  };
  const deck = faces((code) => {
    put([...(ask.most === 1 ? [] : hand), { card: code, sure: true, read: null }]);
    if (ask.most === 1) dialog.close();
  }, ask);
  const show = () => {
    row.replaceChildren(
      ...hand.map((one, at) =>
        h(
          "button.thumb",
          { onclick: () => put(spliced(hand, at, 1)) },
          art(one.card),
          h("span.cross", { "aria-label": t("remove") }, "×"),
        ),
      ),
    );
    deck.refresh(counts);
  };
  const dialog = sheet(
    title,
    h("div.sheet-hand", row),
    deck.el,
    h("div.sheet-foot", h("button.primary", { onclick: () => dialog.close() }, t("done"))),
  );
  byKeys(dialog);
  show();
}

// 足す: a card the camera missed, in whose place it lies: one tap on the picture, one in the grid.
export function addAt(ask, at) {
  const { version } = S.snap;
  const put = (code) => {
    dialog.close();
    tell({ [ask.path]: [...S.hand(ask.path), { card: code, sure: true, read: null, at }] }, version);
  };
  const dialog = sheet(`${t("add_here")} (${owner(ask)})`, faces(put, ask).el);
  byKeys(dialog);
}

// 直す: what is this card, whose is it, where in the hand?
export function correct(path, at, read) {
  const {
    version,
    draft: { picture },
  } = S.snap;
  let item = path ? S.hand(path)[at] : { card: picture.cards[read].card, sure: picture.cards[read].sure, read };
  const seen = item.read == null ? null : picture?.cards[item.read];
  const without = () => (path ? { [path]: spliced(S.hand(path), at, 1) } : {});
  const apply = (answers) => {
    dialog.close();
    tell(answers, version);
  };
  const be = (code) => {
    item = { ...item, card: code, sure: true };
    if (path) return apply({ [path]: spliced(S.hand(path), at, 1, item) });
    // A card that nobody has yet goes to whoever sits nearest.
    const [x, y] = middle(seen.corners),
      near = handAt(x / picture.width, y / picture.height, true);
    return near && S.may(near) ? give(near.path) : head.replaceChildren(art(code));
  };
  const give = (to) => apply({ ...without(), [to]: [...S.hand(to), item] });
  const move = (by) => {
    const hand = spliced(S.hand(path), at, 1);
    hand.splice(at + by, 0, item);
    apply({ [path]: hand });
  };
  const guesses = seen?.card
    ? [{ card: seen.card, confidence: seen.confidence }, ...seen.alternatives].slice(0, 5)
    : [];
  const asks = S.cardAsks().filter((ask) => S.may(ask));
  const mine = asks.find((ask) => ask.path === path);
  const head = h("div.now", seen && crop(picture, seen), item.card && art(item.card));
  const dialog = sheet(
    t("which_card"),
    head,
    guesses.length > 0 && h("h3", t("likeliest")),
    guesses.length > 0 &&
      h(
        "div.guesses",
        guesses.map((guess) =>
          h(
            "button.guess",
            { onclick: () => be(guess.card), "aria-pressed": guess.card === item.card },
            art(guess.card, ""),
            h("span.caption", named(face(guess.card).name)),
            h("span.chance", percent(guess.confidence)),
          ),
        ),
      ),
    asks.length > 1 && [
      h("h3", t("belongs_to")),
      h(
        "div.chips",
        asks.map((ask) =>
          h(
            "button.chip",
            {
              "aria-pressed": ask.path === path,
              disabled: ask.path === path,
              onclick: () => item.card && give(ask.path),
            },
            owner(ask),
          ),
        ),
      ),
    ],
    path &&
      h(
        "div.chips",
        mine.ordered && h("button.chip", { disabled: at === 0, onclick: () => move(-1) }, `← ${t("earlier")}`),
        mine.ordered &&
          h("button.chip", { disabled: at === S.hand(path).length - 1, onclick: () => move(1) }, `${t("later")} →`),
        h("button.chip.bad", { onclick: () => apply(without()) }, t("remove")),
      ),
    h("h3", t("all_cards")),
    faces(be, mine).el,
  );
  byKeys(dialog);
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
  return h(
    "svg.crop",
    {
      viewBox: `${x - w * 0.12} ${y - e * 0.12} ${w * 1.24} ${e * 1.24}`,
      role: "img",
      "aria-label": nameOf(seen.card),
    },
    h("image", { href: `/picture/${picture.name}.jpg`, width: picture.width, height: picture.height }),
  );
}
