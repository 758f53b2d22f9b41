// Cards: their drawings and names, whose they are.
import { cardImage, el, lang, localize, msg, nameSpan, plural } from "../core/dom.js";
import { store } from "../core/store.js";

export const faceOf = (code) => store.deck.faces[code];
export const cardName = (code) => (code ? localize(faceOf(code)?.spoken ?? { en: code, ja: code }) : msg("face_down"));
export const cardArt = (code, alt = cardName(code)) => cardImage(code, alt);

export function promptOwner(ask) {
  if (ask.seat == null) return localize(ask.label);
  const several = store.cardPrompts().filter((other) => other.seat === ask.seat).length > 1;
  return several ? `${store.seatName(ask.seat)} · ${localize(ask.label)}` : store.seatName(ask.seat);
}

export function cardThumb(one, key, tap) {
  const inner = [
    cardArt(one.card, ""),
    !one.sure && el("span.doubt", `? ${msg("check")}`),
    el("span.caption", { lang }, nameSpan(faceOf(one.card)?.name ?? { en: one.card, ja: one.card })),
  ];
  const kind = `thumb${one.sure ? "" : ".unsure"}`;
  return tap ? el(`button.${kind}`, { "data-key": key, onclick: tap }, inner) : el(`span.${kind}`, inner);
}

export const checkLabel = (n) => plural("check_card", "check_cards", n);
