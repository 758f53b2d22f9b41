// 後で: a part whose script comes when it is first wanted. Once it is here the page is drawn again; where it cannot
// come now, the next drawing asks again.
import { msg, redraw, showToast } from "./dom.js";

export function lazyPart(load, meanwhile = null) {
  let part, asked;
  return (...told) => {
    if (part) return part(...told);
    if (!asked) {
      asked = load().then(
        (found) => {
          part = found;
          redraw();
        },
        () => {
          asked = null;
        },
      );
    }
    return meanwhile;
  };
}

// 押したら: what a tap opens, whose script comes with the first one; a second tap meanwhile opens nothing.
let coming;
export const lazyAction =
  (load) =>
  (...told) => {
    if (coming) return;
    coming = load()
      .then(
        (open) => open(...told),
        () => showToast(msg("no_answer")),
      )
      .finally(() => {
        coming = null;
      });
  };
