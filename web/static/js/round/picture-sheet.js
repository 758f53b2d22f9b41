// The picture of the whole table with its cards outlined, and the small one on the rim of the cloth that opens it.
import { el, msg } from "../core/dom.js";
import { openLiveSheet } from "../core/live-sheet.js";
import { store } from "../core/store.js";
import { photoView } from "../hands/photo.js";

/** @returns {Picture | null} the picture that was taken of the table, else the live one */
function tablePicture() {
  const { draft, tabletop } = store.snapshot;
  if (draft.picture) return draft.picture.hand ? null : draft.picture;
  return tabletop?.table ?? null;
}

function openPicture() {
  openLiveSheet(".table-picture", () => {
    if (!tablePicture()) return null;
    return {
      title: msg("picture"),
      parts: [store.busyMessage && el("p.busy", { role: "status" }, store.busyMessage), photoView()],
    };
  });
}

/** The picture as a button, where there is one. The picture of a watched table is a live one. */
export function pictureButton() {
  const picture = tablePicture();
  const image =
    picture &&
    el("img", { src: `/picture/${picture.name}.jpg`, alt: "", "data-live": !store.snapshot.draft.picture || null });
  return (
    image && el("button.look", { "data-key": "picture", "aria-label": msg("picture"), onclick: openPicture }, image)
  );
}
