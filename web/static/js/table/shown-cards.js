// Which cards lie on the cloth: those of the round being entered or followed, else those of the last round.
import { store } from "../core/store.js";

/**
 * The cards before the seats and on the table.
 * @param {BookedRound | undefined} last
 * @returns {{ parts: ShownCards[], order: number[] }} `order`: players by seat
 */
export function cardsOnCloth(last) {
  const { draft, preview, editing, following } = store.snapshot;
  const order = store.roundSeats();
  if (!editing && !draft?.begun && following?.shown?.length) {
    return { parts: following.shown.map((part) => ({ ...part, label: { en: "", ja: "" }, counted: [] })), order };
  }
  if (!store.isRoundOn) return { parts: last?.cards ?? [], order: last?.seats ?? [] };
  // A doubt is seen on its card, so what would be settled is shown only once there is none.
  if (preview.cards && !draft.unsure) return { parts: preview.cards, order };
  const parts = store.cardPrompts().map((prompt) => {
    const cards = store.cardsOf(prompt.path);
    const { seat, label } = prompt;
    return { seat, label, cards: cards.map(({ card }) => card), counted: [], sure: cards.map(({ sure }) => sure) };
  });
  return { parts, order };
}

/** Whether the cloth shows a round that is not settled yet. */
export const isUnsettled = () =>
  store.isRoundOn || (!store.snapshot.editing && (store.snapshot.following?.shown?.length ?? 0) > 0);
