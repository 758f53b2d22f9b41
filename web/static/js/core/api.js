// One way to ask: refusals told in a box, changes safe to repeat.
import { complain, lang, redraw, t } from "./dom.js";
import { askPin } from "./pin-prompt.js";
import { S } from "./store.js";

async function call(path, init) {
  const answer = await fetch(path, init);
  const data = await answer.json();
  if (!answer.ok) throw data.error;
  return data;
}

export const get = (path) => call(path, {});

// The answer; nothing after a refusal.
export async function send(path, body) {
  const raw = body instanceof Blob;
  const headers = { "Content-Type": raw ? body.type || "application/octet-stream" : "application/json" };
  const init = { method: "POST", headers, body: raw ? body : JSON.stringify(body) };
  for (let left = 2; ; left -= 1) {
    try {
      return await call(path, init);
    } catch (error) {
      if (error.code === "pin_again") {
        const pin = await askPin(error);
        return pin ? send(path, { ...body, pin }) : undefined;
      }
      if (error.code) return complain(error);
      if (!left || raw) return complain({ code: "no_answer", message: { [lang]: t("no_answer") } });
      await new Promise((wait) => setTimeout(wait, 400));
    }
  }
}

// News comes on a way of its own, mostly at once; where it does not come, nothing is held up for long.
const PATIENCE = 1500;
async function until(true_) {
  for (const end = Date.now() + PATIENCE; !true_() && Date.now() < end; )
    await new Promise((wait) => setTimeout(wait, 20));
}

// Version and key: repeating a change books nothing twice. It is over when this page knows what it led to.
export async function change(path, body = {}) {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-"),
    id = S.evening?.id;
  const answer = await send(path, { version: S.snap.version, key, ...body });
  if (answer) await until(() => S.evening?.id !== id || S.snap.version >= answer.version);
  return answer;
}

// Quick taps arrive in their order. What is told of a round is told of the one that was seen when it was said.
let sent = Promise.resolve();
export function tell(answers, version = S.snap.version) {
  const told = Object.entries(answers).filter(([, value]) => value != null);
  for (const [path, value] of told) S.ahead.set(path, value);
  const open = () => told.filter(([path, value]) => S.ahead.get(path) === value);
  sent = sent.then(() => send("/api/draft", { version, answers }));
  // Refused, or told anew by somebody else at once: then what the table shows is what counts.
  sent.then(async (answer) => {
    if (answer) await until(() => !open().length);
    const left = open();
    for (const [path] of left) S.ahead.delete(path);
    if (left.length) redraw();
  });
  return sent;
}
// Whether all that was told of the round is what the snapshot shows, once it can be known.
export async function shown() {
  const told = [...S.ahead];
  await sent;
  await until(() => !S.ahead.size);
  return told.every(([path, value]) => S.stands(path, value));
}
