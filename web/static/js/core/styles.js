// Loads the style sheet of a part of the page when that part is first needed.
import { el } from "./dom.js";

const RETRY_MS = 1000;
/** @type {Map<string, Promise<unknown>>} */
const begun = new Map();

/**
 * Loads a style sheet once. Where the table does not answer it tries again, as nothing is shown without its styles.
 * @param {string} name its path below static/css, without its suffix
 * @returns {Promise<unknown>} settled when the sheet holds
 */
export function loadStyle(name) {
  const load = (/** @type {(value: unknown) => void} */ resolve) => {
    const retry = () => {
      link.remove();
      setTimeout(load, RETRY_MS, resolve);
    };
    const link = el("link", {
      rel: "stylesheet",
      href: `/static/css/${name}.css`,
      onload: resolve,
      onerror: retry,
    });
    document.head.append(link);
  };
  if (!begun.has(name)) begun.set(name, new Promise(load));
  return /** @type {Promise<unknown>} */ (begun.get(name));
}
