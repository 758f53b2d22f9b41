// Loads a script when it is first needed.
import { msg, redraw, showToast } from "./dom.js";

/**
 * A view whose script is loaded when it is first drawn. The page is redrawn once the script is here.
 * After a failure the next drawing tries again.
 * @template {(...args: any[]) => Child | Child[]} View
 * @param {() => Promise<View>} load
 * @param {Child} placeholder what stands there until then
 * @returns {(...args: Parameters<View>) => Child | Child[]}
 */
export function lazyPart(load, placeholder = null) {
  /** @type {View | undefined} */
  let view;
  let isLoading = false;
  return (...args) => {
    if (view) return view(...args);
    if (!isLoading) {
      isLoading = true;
      load().then(
        (loaded) => {
          view = loaded;
          redraw();
        },
        () => {
          isLoading = false;
        },
      );
    }
    return placeholder;
  };
}

let isOpening = false;

/**
 * An action whose script is loaded with the first tap. A second tap before that does nothing.
 * @template {(...args: any[]) => unknown} Action
 * @param {() => Promise<Action>} load
 * @returns {(...args: Parameters<Action>) => void}
 */
export const lazyAction =
  (load) =>
  (...args) => {
    if (isOpening) return;
    isOpening = true;
    load()
      .then(
        (action) => action(...args),
        () => showToast(msg("no_answer")),
      )
      .finally(() => {
        isOpening = false;
      });
  };
