// The live stream of snapshots, one a page. A state becomes old when nothing has been heard for a while. Where the
// stream brings nothing, because a shield or a proxy holds it back, the state is asked for instead.
import { readAnswer } from "./answers.js";
import { localize } from "./dom.js";

/** Silence after which the state is old, in milliseconds. The server sends at least a beat every few seconds. */
const QUIET_MS = 4500;
/** How long a new stream may take to bring something before it is opened again. */
const OPENING_MS = 5000;
/** The same while asking works: a stream that is held back costs the table a place. */
const HELD_MS = 30000;
/** Between two times that a silent stream's state is asked for. */
const ASKING_MS = 2000;
/** After waking, a phone does not call its state old for so long. */
const WAKING_MS = 1000;

/**
 * @param {(snapshot: Snapshot) => void} onState is given every whole snapshot
 * @param {(age: number | null, why: string) => void} onAge is given the age in seconds while the state is old, and what
 *   answers in the table's place, "" for nothing; else null
 * @param {(isHeld: boolean) => void} onHeld hears whether the stream brings nothing, and the state is asked for
 */
export function listenToTable(onState, onAge, onHeld = () => {}) {
  /** @type {EventSource} */
  let source;
  /** @type {number | undefined} */
  let timer;
  /** When anything was heard of the table, and when of its stream. */
  let lastHeard = Date.now();
  let lastBrought = Date.now();
  let lastAsked = 0;
  let openedAt = 0;
  let wakingUntil = 0;
  let isHeld = false;
  /** What answered in the table's place. */
  let why = "";

  function heard() {
    lastHeard = Date.now();
    why = "";
    onAge(null, why);
  }

  /** @param {boolean} now */
  function setHeld(now) {
    if (now !== isHeld) onHeld(now);
    isHeld = now;
  }

  function beat() {
    lastBrought = Date.now();
    setHeld(false);
    heard();
  }

  function open() {
    close();
    openedAt = Date.now();
    source = new EventSource("/api/live");
    source.addEventListener("state", (event) => {
      beat();
      onState(JSON.parse(event.data));
    });
    source.addEventListener("beat", beat);
    // A lost stream comes back by itself. A refused one does not: the state is fetched until there is room.
    source.addEventListener("error", () => source.readyState === EventSource.CLOSED && fetchInstead());
  }

  function close() {
    clearTimeout(timer);
    source?.close();
  }

  /** Asks for the state, and returns the seconds after which the server wants to be asked again. */
  async function askState() {
    lastAsked = Date.now();
    const response = await fetch("/api/session").catch(() => null);
    if (!response) return 0;
    try {
      onState(await readAnswer(response));
      heard();
    } catch (error) {
      // The growing age says that the server is away. Only what answers in its place is named.
      const { foreign, message } = /** @type {ServerError} */ (error);
      why = foreign ? localize(message) : "";
    }
    return Number(response.headers.get("Retry-After"));
  }

  async function fetchInstead() {
    close();
    const wait = (await askState()) || 2;
    if (!document.hidden) timer = setTimeout(open, wait * 1000);
  }

  async function askSilently() {
    const before = lastHeard;
    await askState();
    if (lastHeard !== before && Date.now() - lastBrought > QUIET_MS) setHeld(true);
  }

  setInterval(() => {
    const now = Date.now();
    if (document.hidden || now < wakingUntil) return;
    if (now - lastHeard > QUIET_MS) onAge(Math.round((now - lastHeard) / 1000), why);
    const silence = Math.min(now - lastBrought, now - openedAt);
    if (source.readyState === EventSource.CLOSED || silence < OPENING_MS) return;
    if (now - lastAsked > ASKING_MS) askSilently();
    // A stream whose other end has vanished silently looks open for ever.
    if (silence > (isHeld ? HELD_MS : OPENING_MS)) open();
  }, 500);

  function wake() {
    wakingUntil = Date.now() + WAKING_MS;
    open();
  }
  // A phone in a pocket closes its stream and opens a fresh one when it comes out.
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  open();
}
