// 生中継: one stream; silent for 4.5 seconds, it is called stale.
export function listen(onState, onStale) {
  let source, heard = Date.now();
  const alive = () => { heard = Date.now(); onStale(false); };
  const open = () => {
    source?.close();
    source = new EventSource("/api/live");
    source.addEventListener("state", (event) => { alive(); onState(JSON.parse(event.data)); });
    source.addEventListener("beat", alive);
  };
  setInterval(() => {
    const silent = Date.now() - heard;
    if (document.hidden) return;
    if (silent > 4500) onStale(true);
    if (silent > 3000 && source.readyState === EventSource.CLOSED) open();
  }, 500);
  // A phone in a pocket lets go of its stream and takes a fresh one when it comes out.
  document.addEventListener("visibilitychange", () => {
    heard = Date.now();
    document.hidden ? source.close() : open();
  });
  open();
}
