// One way to ask: refusals told in a box, changes safe to repeat.
import { lang, msg, redraw, showError } from "./dom.js";
import { askPin } from "./pin-prompt.js";
import { store } from "./store.js";

async function call(path, init) {
  const answer = await fetch(path, init);
  const data = await answer.json();
  if (!answer.ok) throw data.error;
  return data;
}

export const get = (path) => call(path, {});

// The answer; nothing after a refusal.
export async function post(path, body) {
  const raw = body instanceof Blob;
  const headers = { "Content-Type": raw ? body.type || "application/octet-stream" : "application/json" };
  const init = { method: "POST", headers, body: raw ? body : JSON.stringify(body) };
  for (let left = 2; ; left -= 1) {
    try {
      return await call(path, init);
    } catch (error) {
      if (error.code === "pin_again") {
        const pin = await askPin(error);
        return pin ? post(path, { ...body, pin }) : undefined;
      }
      if (error.code) return showError(error);
      if (!left || raw) return showError({ code: "no_answer", message: { [lang]: msg("no_answer") } });
      await new Promise((wait) => setTimeout(wait, 400));
    }
  }
}

// News comes on a way of its own, mostly at once; where it does not come, nothing is held up for long.
const STREAM_WAIT_MS = 1500;
async function waitUntil(true_) {
  for (const end = Date.now() + STREAM_WAIT_MS; !true_() && Date.now() < end; )
    await new Promise((wait) => setTimeout(wait, 20));
}

// Version and key: repeating a change books nothing twice. It is over when this page knows what it led to.
export async function postChange(path, body = {}) {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-"),
    id = store.evening?.id;
  const answer = await post(path, { version: store.snapshot.version, key, ...body });
  if (answer) await waitUntil(() => store.evening?.id !== id || store.snapshot.version >= answer.version);
  return answer;
}

// Quick taps arrive in their order. What is told of a round is told of the one that was seen when it was said.
let lastSend = Promise.resolve();
export function sendAnswers(answers, version = store.snapshot.version) {
  const told = Object.entries(answers).filter(([, value]) => value != null);
  for (const [path, value] of told) store.pending.set(path, value);
  const open = () => told.filter(([path, value]) => store.pending.get(path) === value);
  lastSend = lastSend.then(() => post("/api/draft", { version, answers }));
  // Refused, or told anew by somebody else at once: then what the table shows is what counts.
  lastSend.then(async (answer) => {
    if (answer) await waitUntil(() => !open().length);
    const left = open();
    for (const [path] of left) store.pending.delete(path);
    if (left.length) redraw();
  });
  return lastSend;
}
// Whether all that was told of the round is what the snapshot shows, once it can be known.
export async function answersConfirmed() {
  const told = [...store.pending];
  await lastSend;
  await waitUntil(() => !store.pending.size);
  return told.every(([path, value]) => store.isInSnapshot(path, value));
}
