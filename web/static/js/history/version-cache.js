// Data fetched once a version of the ledger. The older data are shown until the newer are here.
import { get } from "../core/api.js";
import { redraw } from "../core/dom.js";
import { store } from "../core/store.js";

/** @type {Map<string, { version: string | null, data: any }>} */
const cache = new Map();

export const currentVersion = () => `${store.evening.id} ${store.snapshot.version}`;

/**
 * The data of that path, or null while they have never been fetched. The page is redrawn when they come.
 * @param {string} path
 */
export function cachedGet(path) {
  const version = currentVersion();
  const entry = cache.get(path) ?? { version: null, data: null };
  if (entry.version !== version) {
    entry.version = version;
    cache.set(path, entry);
    get(path).then(
      (data) => {
        if (entry.version === version) {
          entry.data = data;
          redraw();
        }
      },
      () => {
        entry.version = null;
      },
    );
  }
  return entry.data;
}
