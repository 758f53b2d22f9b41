// A sheet that shows what the table knows: drawn anew with what is tapped in it, and with the news of other phones.
import { focusKey, keepChildren, openSheet } from "./dom.js";

/** Draws all of them anew, after something on this phone has changed. */
export const redrawSheets = () => dispatchEvent(new Event("answered"));

/**
 * The parts are drawn as soon as the sheet is open. Nothing changes for somebody who is typing in it.
 * @param {string} classes of the sheet, as in ".hand"
 * @param {() => { title: string, parts: Child[] } | null} draw null closes the sheet
 */
export function openLiveSheet(classes, draw) {
  const dialog = openSheet("");
  dialog.classList.add(...classes.split(".").filter(Boolean));
  const head = /** @type {HTMLElement} */ (dialog.firstElementChild);
  const isTyping = () => dialog.contains(document.activeElement) && document.activeElement?.matches("input");
  let isOutdated = false;
  const show = () => {
    isOutdated = isTyping() ?? false;
    const drawn = isOutdated ? undefined : draw();
    if (drawn === null) return dialog.close();
    if (!drawn) return;
    dialog.ariaLabel = drawn.title;
    /** @type {HTMLElement} */ (head.querySelector("h2")).textContent = drawn.title;
    const { scrollTop } = dialog;
    const photo = dialog.querySelector(".photo");
    const { scrollLeft: left = 0, scrollTop: top = 0 } = photo ?? {};
    const key = dialog.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
      : undefined;
    const parts = /** @type {unknown[]} */ (drawn.parts).flat(9).filter(Boolean);
    keepChildren(dialog, [head, .../** @type {Node[]} */ (parts)]);
    if (key) focusKey(dialog, key);
    dialog.scrollTop = scrollTop;
    dialog.querySelector(".photo")?.scrollTo(left, top);
  };
  const stop = new AbortController();
  for (const news of ["answered", "snapshot"]) addEventListener(news, show, { signal: stop.signal });
  dialog.addEventListener("focusout", () => setTimeout(() => isOutdated && dialog.open && show()));
  dialog.addEventListener("close", () => stop.abort());
  show();
  return { dialog, show };
}
