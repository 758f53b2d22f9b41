// Cards: their drawings and names, whose they are.
import { count, drawn, h, lang, named, say, t } from "../core/dom.js";
import { S } from "../core/store.js";

export const face = (code) => S.deck.faces[code];
export const nameOf = (code) => (code ? say(face(code)?.spoken ?? { en: code, ja: code }) : t("face_down"));
export const art = (code, alt = nameOf(code)) => drawn(code, alt);

export function owner(ask) {
  if (ask.seat == null) return say(ask.label);
  const several = S.cardAsks().filter((other) => other.seat === ask.seat).length > 1;
  return several ? `${S.seatName(ask.seat)} · ${say(ask.label)}` : S.seatName(ask.seat);
}

export function thumb(one, key, tap) {
  const inner = [
    art(one.card, ""),
    !one.sure && h("span.doubt", `? ${t("check")}`),
    h("span.caption", { lang }, named(face(one.card)?.name ?? { en: one.card, ja: one.card })),
  ];
  const kind = `thumb${one.sure ? "" : ".unsure"}`;
  return tap ? h(`button.${kind}`, { "data-key": key, onclick: tap }, inner) : h(`span.${kind}`, inner);
}

export const toCheck = (n) => count("check_card", "check_cards", n);
