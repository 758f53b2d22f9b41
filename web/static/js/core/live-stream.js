// The live stream of snapshots, one a page. A state becomes old when nothing has been heard for a while.

/** Silence after which the state is old, in milliseconds. The server sends at least a beat every few seconds. */
const QUIET_MS = 4500;
/** How long a new stream may take to bring something before it is opened again. */
const OPENING_MS = 5000;
/** After waking, a phone does not call its state old for so long. */
const WAKING_MS = 1000;

/**
 * @param {(snapshot: Snapshot) => void} onState is given every whole snapshot
 * @param {(age: number | null) => void} onAge is given the age in seconds while the state is old, else null
 */
export function listenToTable(onState, onAge) {
  /** @type {EventSource} */
  let source;
  /** @type {number | undefined} */
  let timer;
  let lastHeard = Date.now();
  let openedAt = 0;
  let wakingUntil = 0;

  function beat() {
    lastHeard = Date.now();
    onAge(null);
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

  async function fetchInstead() {
    close();
    let wait = 2;
    try {
      const response = await fetch("/api/session");
      wait = Number(response.headers.get("Retry-After")) || wait;
      if (response.ok) {
        onState(await response.json());
        beat();
      }
    } catch {
      // The server is away, and the growing age says so.
    }
    if (!document.hidden) timer = setTimeout(open, wait * 1000);
  }

  setInterval(() => {
    const now = Date.now();
    if (document.hidden || now < wakingUntil) return;
    if (now - lastHeard > QUIET_MS) onAge(Math.round((now - lastHeard) / 1000));
    // A stream whose other end has vanished silently looks open for ever.
    const isStuck = now - lastHeard > QUIET_MS && now - openedAt > OPENING_MS;
    if (isStuck && source.readyState !== EventSource.CLOSED) open();
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
