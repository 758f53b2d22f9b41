// The sheet of one question. It closes with the answer where there is but one.
import { el, localize, msg } from "../core/dom.js";
import { openLiveSheet } from "../core/live-sheet.js";
import { store } from "../core/store.js";
import { askedPrompts } from "./places.js";
import { question } from "./questions.js";

/** @param {string} path */
export function openQuestion(path) {
  const before = JSON.stringify(store.answerTo(path));
  openLiveSheet(".question-sheet", () => {
    const prompt = askedPrompts().find((each) => each.path === path);
    if (!prompt) return null;
    if (prompt.kind === "choice" && JSON.stringify(store.answerTo(path)) !== before) return null;
    const close = (/** @type {Event} */ { target }) => /** @type {Element} */ (target).closest("dialog")?.close();
    return {
      title: localize(prompt.label),
      parts: [
        question(prompt, "title"),
        prompt.kind !== "choice" &&
          el("div.sheet-foot", el("button.primary", { "data-key": "done", onclick: close }, msg("done"))),
      ],
    };
  });
}
