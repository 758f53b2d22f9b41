// Answers of the server, and of what answers in its place: a proxy, a page of the Wi-Fi, or nobody.
import { below, localize, msg } from "./dom.js";

/** Bytes of the largest request that the server takes, a picture or a file in it. */
export const MAX_BYTES = 16 * 1024 * 1024;
/** Between two tries to get what a page cannot do without, in milliseconds. */
const PAUSE_MS = 2000;

/**
 * An error that the server did not send.
 * @param {"no_answer" | "too_large" | "gateway" | "foreign_answer" | "no_cookies"} code
 * @param {MessageValues} values
 * @returns {ServerError}
 */
export function foreignError(code, values = {}) {
  const text = msg(code, values);
  return { code, message: { en: text, ja: text }, foreign: true };
}

/**
 * What answered in the server's place, with that HTTP status.
 * @param {number} status
 */
export function foreignStatus(status) {
  if (status === 413) return foreignError("too_large");
  return foreignError(status >= 500 ? "gateway" : "foreign_answer", { status });
}

/**
 * The JSON of an answer of the server. Throws its error, or one that says what else has answered.
 * @param {Response} response
 * @returns {Promise<any>}
 */
export async function readAnswer(response) {
  const data = await response.json().catch(() => null);
  if (data && response.ok) return data;
  if (data?.error?.code) throw data.error;
  throw foreignStatus(response.status);
}

/**
 * Asks the server for JSON.
 * @param {string} path
 * @param {RequestInit} init
 */
export async function ask(path, init = {}) {
  const response = await fetch(below(path), init).catch(() => null);
  if (!response) throw foreignError("no_answer");
  return readAnswer(response);
}

/**
 * Asks for what a page cannot do without, until it comes.
 * @param {string} path
 * @param {(text: string) => void} say is told meanwhile why it does not, and "" at the end
 */
export async function insist(path, say) {
  for (;;) {
    try {
      const answer = await ask(path);
      say("");
      return answer;
    } catch (error) {
      say(localize(/** @type {ServerError} */ (error).message));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
