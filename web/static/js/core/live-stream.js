// 生中継: one stream a page. What was heard 4.5 seconds ago and nothing since is old, and says how old it is.
const QUIET = 4500,
  PATIENCE = 5000,
  GRACE = 1000;

// onState: each whole snapshot; onAge: its age in seconds when it is old, null when it is not.
export function listenToTable(onState, onAge) {
  let source,
    timer,
    heard = Date.now(),
    opened = 0,
    spared = 0;

  function alive() {
    heard = Date.now();
    onAge(null);
  }

  function open() {
    shut();
    opened = Date.now();
    source = new EventSource("/api/live");
    source.addEventListener("state", (event) => {
      alive();
      onState(JSON.parse(event.data));
    });
    source.addEventListener("beat", alive);
    // Lost, it comes back by itself; refused, it does not: then the state is fetched until there is room.
    source.addEventListener("error", () => source.readyState === EventSource.CLOSED && instead());
  }

  function shut() {
    clearTimeout(timer);
    source?.close();
  }

  async function instead() {
    shut();
    let wait = 2;
    try {
      const answer = await fetch("/api/session");
      wait = Number(answer.headers.get("Retry-After")) || wait;
      if (answer.ok) {
        onState(await answer.json());
        alive();
      }
    } catch {
      /* gone altogether: the age tells */
    }
    if (!document.hidden) timer = setTimeout(open, wait * 1000);
  }

  setInterval(() => {
    const now = Date.now();
    if (document.hidden || now < spared) return;
    if (now - heard > QUIET) onAge(Math.round((now - heard) / 1000));
    // A stream whose other end went away without a word looks open for ever.
    if (now - heard > QUIET && now - opened > PATIENCE && source.readyState !== EventSource.CLOSED) open();
  }, 500);

  // A phone in a pocket lets go of its stream and takes a fresh one when it comes out.
  function wake() {
    spared = Date.now() + GRACE;
    open();
  }
  document.addEventListener("visibilitychange", () => (document.hidden ? shut() : wake()));
  addEventListener("pagehide", shut);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  open();
}
