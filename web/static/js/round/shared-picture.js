// What to do with a picture that was taken for one hand, or that shows the whole table.
import { post, sendAnswers } from "../core/api.js";
import { el, msg } from "../core/dom.js";
import { store } from "../core/store.js";
import { cameraButton } from "../hands/picture-reading.js";

/** @param {Prompt} prompt */
export const isOfTable = ({ path }) => {
  const { picture } = store.snapshot.draft;
  return store.isHost && picture?.hand === path && picture.whole_table && store.cardsOf(path).length > 0;
};

/** @param {Prompt} prompt */
export const emptyButton = ({ path }) =>
  el("button.quiet", { "data-key": `empty ${path}`, onclick: () => sendAnswers({ [path]: null }) }, msg("empty_hand"));

/** Gives each card of the picture to the seat before which it lies. */
const sharePicture = () => post("/api/draft/share", { version: store.snapshot.version });

/**
 * What to do where the picture of one hand shows the whole table: share it out, or take another.
 * @param {Prompt} prompt
 */
export function tableStep(prompt) {
  const { path } = prompt;
  if (!isOfTable(prompt)) return null;
  return el(
    "div.step",
    el("p", { role: "status" }, msg("is_whole_table")),
    el(
      "p.links",
      el("button.primary", { "data-key": `share ${path}`, onclick: sharePicture }, msg("share_out")),
      cameraButton(msg("take_again"), path, "wide"),
      emptyButton(prompt),
    ),
  );
}
