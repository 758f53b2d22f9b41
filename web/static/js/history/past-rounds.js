// The buttons of a past evening that show a followed round again.
import { get, showError } from "../core/api.js";
import { store } from "../core/store.js";
import { openReplay } from "./replay.js";

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-replay]"))) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const { replay, evening, title = "" } = button.dataset;
    try {
      if (!Object.keys(store.decks).length) {
        const { decks } = await get("/api/decks");
        for (const deck of decks) store.decks[deck.kind] = deck;
      }
      await openReplay(Number(replay), title, evening);
    } catch (error) {
      showError(/** @type {ServerError} */ (error));
    }
  });
}
