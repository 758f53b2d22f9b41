// A live stream of the hall: calls back with what came, and says when nothing has come for a while.
import { byId, msg } from "../core/dom.js";

/** Silence after which the page calls itself stale, in milliseconds. The hall sends a beat every four seconds. */
const QUIET_MS = 9000;

/**
 * @param {string} path
 * @param {Record<string, (data: any) => void>} on what to do with each kind of event
 */
export function listenToHall(path, on) {
  /** @type {EventSource | null} */
  let source = null;
  let lastHeard = Date.now();
  const banner = byId("banner");

  function heard() {
    lastHeard = Date.now();
    banner.textContent = "";
  }

  function open() {
    source?.close();
    source = new EventSource(path);
    source.addEventListener("beat", heard);
    for (const [event, take] of Object.entries(on)) {
      source.addEventListener(event, (message) => {
        heard();
        take(JSON.parse(message.data));
      });
    }
  }

  setInterval(() => {
    if (document.hidden) return;
    const quiet = Date.now() - lastHeard;
    if (quiet > QUIET_MS) banner.textContent = msg("stale", { n: Math.round(quiet / 1000) });
    // A refused stream does not come back by itself.
    if (quiet > QUIET_MS && source?.readyState === EventSource.CLOSED) open();
  }, 1000);
  document.addEventListener("visibilitychange", () => (document.hidden ? source?.close() : open()));
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
