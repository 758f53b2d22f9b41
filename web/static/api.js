// One way to ask: refusals told in a box, changes safe to repeat.
import { complain, lang, t } from "./dom.js";
import { askPin } from "./pin.js";
import { S } from "./state.js";

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

// Version and key: repeating a change books nothing twice.
export function change(path, body = {}) {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  return send(path, { version: S.snap.version, key, ...body });
}

// Quick taps arrive in their order. What is told of a round is told of the one that was seen when it was said.
let sent = Promise.resolve(), under = 0;
export function tell(answers, version = S.snap.version) {
  under += 1;
  return (sent = sent.then(() => send("/api/draft", { version, answers })).finally(() => { under -= 1; }));
}
// Whether something told of the round is still on its way, so that what stands here is not what it settles.
export const telling = () => under > 0;
