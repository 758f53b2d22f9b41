// A live stream of the hall: calls back with what came, and says when nothing has come for a while. Where the stream
// brings nothing, because a proxy holds it back, the hall is asked instead.
import { ask } from "../core/answers.js";
import { below, byId, localize, msg } from "../core/dom.js";

/** Silence after which the page calls itself stale, in milliseconds. The hall sends a beat every four seconds. */
const QUIET_MS = 9000;
/** Between two times that the hall is asked while its stream brings nothing, in milliseconds. */
const ASKING_MS = 4000;

/**
 * @param {string} path
 * @param {Record<string, (data: any) => void>} on what to do with each kind of event
 * @param {string} statePath where the same is asked for
 * @param {(data: any) => void} onState what to do with that
 */
export function listenToHall(path, on, statePath, onState) {
  /** @type {EventSource | null} */
  let source = null;
  let lastHeard = Date.now();
  let lastAsked = 0;
  const banner = byId("banner");

  function heard() {
    lastHeard = Date.now();
    banner.textContent = "";
  }

  function open() {
    source?.close();
    source = new EventSource(below(path));
    source.addEventListener("beat", heard);
    for (const [event, take] of Object.entries(on)) {
      source.addEventListener(event, (message) => {
        heard();
        take(JSON.parse(message.data));
      });
    }
  }

  /** @param {number} quiet milliseconds for which the stream has brought nothing */
  async function askInstead(quiet) {
    lastAsked = Date.now();
    const silence = msg("stale", { n: Math.round(quiet / 1000) });
    try {
      onState(await ask(statePath));
      banner.textContent = msg("no_live");
    } catch (error) {
      banner.textContent = `${silence} ${localize(/** @type {ServerError} */ (error).message)}`;
    }
  }

  setInterval(() => {
    if (document.hidden) return;
    const quiet = Date.now() - lastHeard;
    if (quiet > QUIET_MS && Date.now() - lastAsked > ASKING_MS) askInstead(quiet);
    // A refused stream does not come back by itself.
    if (quiet > QUIET_MS && source?.readyState === EventSource.CLOSED) open();
  }, 1000);
  document.addEventListener("visibilitychange", () => (document.hidden ? source?.close() : open()));
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
