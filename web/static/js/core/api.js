// Requests to the server: errors are shown in a box, and changes are safe to repeat.
import { ask, foreignError, MAX_BYTES } from "./answers.js";
import { errorCode, localize, msg, openSheet, redraw } from "./dom.js";
import { store } from "./store.js";

/** How long a change waits for the live stream to bring its result, in milliseconds. */
const STREAM_WAIT_MS = 1500;
/** Errors after which a change is sent again: it has a key, and is made once. */
const PASSING = new Set(["no_answer", "gateway"]);

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Shows a refusal, on the main page with what helps, unless the table cannot be asked for that.
 * @param {ServerError} error
 */
export async function showError({ code, message }) {
  const close = () => sheet.close();
  const loadCure = () => import("./error-cures.js").then((part) => part.errorCure(code, close));
  const cure = document.getElementById("main") && (await loadCure().catch(() => null));
  const sheet = openSheet(localize(message), cure, errorCode(code));
  sheet.role = "alertdialog";
}

/** @param {string} path */
export const get = (path) => ask(path);

/**
 * Returns the answer, or nothing after an error, which is shown.
 * @param {string} path
 * @param {Blob | Record<string, unknown>} body
 * @returns {Promise<any>}
 */
export async function post(path, body) {
  const isFile = body instanceof Blob;
  if (isFile && body.size > MAX_BYTES) return showError(foreignError("too_large"));
  const headers = { "Content-Type": isFile ? body.type || "application/octet-stream" : "application/json" };
  const init = { method: "POST", headers, body: isFile ? body : JSON.stringify(body) };
  for (let retries = 2; ; retries -= 1) {
    try {
      return await ask(path, init);
    } catch (caught) {
      const error = /** @type {ServerError} */ (caught);
      const isPinWrong = ["wrong_pin", "too_many_tries"].includes(error.code) && !isFile && "pin" in body;
      if (error.code === "pin_again" || isPinWrong) {
        const { askPin } = await import("./pin-prompt.js");
        const pin = await askPin(error);
        return pin ? post(path, { ...body, pin }) : undefined;
      }
      if (error.code === "hands_entered") {
        const { confirmSheet } = await import("./pin-prompt.js");
        return (await confirmSheet(error, msg("keep_mine"), msg("replace_them")))
          ? post(...replacing(path, body, isFile))
          : undefined;
      }
      if (!PASSING.has(error.code) || !retries || isFile) return showError(error);
      await sleep(400);
    }
  }
}

/**
 * The same request, which may replace what was entered by hand.
 * @param {string} path
 * @param {Blob | Record<string, unknown>} body
 * @param {boolean} isFile
 * @returns {[string, Blob | Record<string, unknown>]}
 */
const replacing = (path, body, isFile) =>
  isFile ? [`${path}${path.includes("?") ? "&" : "?"}replace=true`, body] : [path, { ...body, replace: true }];

/** @param {() => boolean} isReached */
async function waitUntil(isReached) {
  for (const end = Date.now() + STREAM_WAIT_MS; !isReached() && Date.now() < end; ) await sleep(20);
}

/**
 * Changes the ledger. The version and the key keep a repeated request from being booked twice.
 * The promise resolves when this page knows the result.
 * @param {string} path
 * @param {Record<string, unknown>} body
 */
export async function postChange(path, body = {}) {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const eveningId = store.evening?.id;
  const answer = await post(path, { version: store.snapshot.version, key, ...body });
  if (answer) {
    await waitUntil(() => store.evening?.id !== eveningId || store.snapshot.version >= answer.version);
  }
  return answer;
}

/** The last answers on their way. Quick taps are sent one after the other. */
let lastSend = Promise.resolve();

/**
 * Sends answers about the round that was shown when they were given.
 * @param {Answers} answers
 * @param {number} version
 */
export function sendAnswers(answers, version = store.snapshot.version) {
  const was = Object.fromEntries(Object.keys(answers).map((path) => [path, store.shownAnswer(path)]));
  const entries = Object.entries(answers).filter(([, value]) => value != null);
  for (const [path, value] of entries) store.pending.set(path, value);
  dispatchEvent(new Event("answered"));
  const unconfirmed = () => entries.filter(([path, value]) => store.pending.get(path) === value);
  const sending = lastSend.then(() => post("/api/draft", { version, answers, was }));
  lastSend = sending;
  // After an error, or after another phone's answer, the page shows what the table has.
  sending.then(async (answer) => {
    if (answer) await waitUntil(() => !unconfirmed().length);
    const left = unconfirmed();
    for (const [path] of left) store.pending.delete(path);
    if (left.length) redraw();
  });
  return sending;
}

/** Whether the snapshot shows all answers that this phone gave; resolves once that is known. */
export async function answersConfirmed() {
  const given = [...store.pending];
  await lastSend;
  await waitUntil(() => !store.pending.size);
  return given.every(([path, value]) => store.isInSnapshot(path, value));
}
