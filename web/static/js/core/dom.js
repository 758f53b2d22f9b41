// Builds elements without markup strings, and looks up messages in the phone's language.

export const lang = /** @type {Language} */ (document.documentElement.lang);
/** @type {Record<string, string>} */
const MESSAGES = JSON.parse(document.body.dataset.messages ?? "{}");
/** @type {Record<string, string>} what every page says of answers that do not come */
const ANSWERS = JSON.parse(document.body.dataset.answers ?? "{}");
const SVG_TAGS = new Set(["svg", "g", "polygon", "polyline", "circle", "image", "text", "path"]);
const TOAST_MS = 3500;

/** The path below which a proxy puts the pages, "" for none. */
const ROOT = document.documentElement.dataset.root ?? "";
const PATHS = new Set(["href", "src", "action"]);

/**
 * A path of this server, as a browser must ask for it.
 * @param {string} path
 */
export const below = (path) => (path.startsWith("/") ? ROOT + path : path);

/**
 * The message of that key. {name} in it is replaced by the value of that name.
 * @param {string} key
 * @param {MessageValues} values
 */
export const msg = (key, values = {}) =>
  (MESSAGES[key] ?? ANSWERS[key]).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * Adds messages that only some scripts need.
 * @param {Record<string, string>} more
 */
export const addMessages = (more) => Object.assign(MESSAGES, more);

/**
 * Several in one line, with the comma of that language.
 * @param {Language} language
 * @param {string[]} parts
 */
export const listFor = (language, parts) => parts.join(language === "ja" ? "、" : ", ");

/**
 * Several in one line, with the comma of the page's language.
 * @param {string[]} parts
 */
export const listOf = (parts) => listFor(lang, parts);

/** The sign beside the dealer's name, on English pages the Japanese one. */
export const dealerSign = () =>
  el("span.oya", { lang: lang === "en" ? "ja" : lang, title: msg("dealer"), "aria-label": msg("dealer") }, msg("oya"));

/** What stands between a name and what is said of it, in the page's language. */
export const COLON = lang === "ja" ? "：" : ": ";

/** @param {LocalText | null | undefined} text */
export const localize = (text) => (text ? (text[lang] ?? text.en) : "");

/**
 * @param {string} one the message for exactly one
 * @param {string} many the message for any other number
 * @param {number} n
 */
export const plural = (one, many, n) => (n === 1 ? msg(one) : msg(many, { n }));

/**
 * The message that says what somebody does. Two people, "Martha & Jonas", do it in the plural.
 * @param {string} key
 * @param {string} who
 * @param {MessageValues} values
 */
export const msgOf = (key, who, values) => msg(who.includes(" & ") ? `${key}_pair` : key, values);

/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * An element with classes, properties and children: el("p.hint", { role: "status" }, "text").
 * A property that starts with "on" is an event listener; children that are false, null or undefined are left out.
 * @template {string} Tag
 * @param {Tag} tag the name, then a dot before each class
 * @param {...(Child | Props)} content properties, if any, then children
 * @returns {ElementOf<Tag>}
 */
export function el(tag, ...content) {
  const [name, ...classes] = tag.split(".");
  const props = content[0]?.constructor === Object ? /** @type {Props} */ (content.shift()) : {};
  const node = SVG_TAGS.has(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  if (node instanceof HTMLButtonElement) node.type = "button";
  // A browser that translates the page leaves names, and what is written on pictures of cards, as they are.
  if (name === "bdi" || name === "svg") node.setAttribute("translate", "no");
  for (const [key, value] of Object.entries(props)) setProperty(node, key, value);
  const children = /** @type {unknown[]} */ (content).flat(Infinity);
  node.append(.../** @type {string[]} */ (children.filter((child) => child != null && child !== false)));
  return /** @type {any} */ (node);
}

/**
 * @param {Element} node
 * @param {string} key
 * @param {Props[string]} value
 */
function setProperty(node, key, value) {
  if (value == null) return;
  if (key.startsWith("aria-")) node.setAttribute(key, String(value));
  else if (value === false) return;
  else if (typeof value === "function") node.addEventListener(key.slice(2), value);
  else if (key === "value") /** @type {HTMLInputElement} */ (node).value = String(value);
  else node.setAttribute(key, value === true ? "" : PATHS.has(key) ? below(String(value)) : String(value));
}

/**
 * @param {string} code
 * @param {string} alt
 */
export const cardImage = (code, alt) => el("img.card", { src: `/art/${code}.svg`, alt });

/**
 * The code of an error, folded: only who reports it needs it.
 * @param {string} code
 */
export const errorCode = (code) => el("details.code", el("summary", msg("error_code")), code);

/**
 * Puts these children into a parent. A node that stands in its place already is not touched: what moves there goes on.
 * @param {Node} parent
 * @param {readonly (Node | string)[]} children
 */
export function keepChildren(parent, children) {
  children.forEach((child, index) => {
    const node = typeof child === "string" ? document.createTextNode(child) : child;
    const there = parent.childNodes[index];
    if (there !== node) parent.insertBefore(node, there ?? null);
  });
  while (parent.childNodes.length > children.length) parent.lastChild?.remove();
}

export const redraw = () => dispatchEvent(new Event("redraw"));

/**
 * A copy of a list with some items removed and others put in their place.
 * @template Item
 * @param {readonly Item[]} list
 * @param {number} start
 * @param {number} removed
 * @param {...Item} added
 */
export const splice = (list, start, removed, ...added) => [
  ...list.slice(0, start),
  ...added,
  ...list.slice(start + removed),
];

/**
 * A Japanese name with its reading above it, which screen readers skip.
 * @param {TermName} name
 */
export const rubyName = (name) =>
  name.kana ? el("ruby.furi", name.ja, el("rt", { "aria-hidden": "true" }, name.kana)) : name.ja;

/**
 * A name in the phone's language. A long one may break where a syllable ends, not anywhere.
 * @param {TermName} name
 */
export const nameSpan = (name) =>
  el("span", lang === "ja" ? rubyName(name) : localize(name).replace(/chrysan|paulow|butter(?=flies)/g, "$&\u00ad"));

/**
 * Opens a dialog. When it closes, what opened it has the focus again, even if the page has been redrawn meanwhile.
 * @param {string} title
 * @param {...Child} parts
 */
export function openSheet(title, ...parts) {
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  const key = opener?.dataset.key;
  const close = () => dialog.close();
  const onclose = () => {
    dialog.remove();
    if (key && document.activeElement === document.body) focusKey(document, key);
  };
  /** @type {HTMLDialogElement} */
  const dialog = el(
    "dialog.sheet",
    { "aria-label": title, onclose },
    el("div.sheet-head", el("h2", title), el("button.quiet", { onclick: close }, msg("close"))),
    ...parts,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  closeWithBack(dialog);
  return dialog;
}

/** What the history holds while a sheet is open, so that Back closes the sheet and not the page under it. */
const SHEET_ENTRY = { sheet: true };
const isSheetEntry = () => history.state?.sheet === true;
const openSheets = () => /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]"));
/** Whether the page is on its way back from the entry of a sheet that has closed. */
let isLeaving = false;
// After a reload no sheet is open.
if (isSheetEntry()) history.replaceState(null, "");
addEventListener("popstate", () => {
  const sheets = openSheets();
  const isOwnStep = isLeaving;
  isLeaving = false;
  if (isSheetEntry() || !sheets.length) return;
  // The page's own step back closes nothing: it left the entry of a sheet before this one.
  if (!isOwnStep) sheets[sheets.length - 1].close();
  if (isOwnStep || sheets.length > 1) history.pushState(SHEET_ENTRY, "");
});

/** @param {HTMLDialogElement} dialog */
function closeWithBack(dialog) {
  if (!isSheetEntry()) history.pushState(SHEET_ENTRY, "");
  // A sheet that follows at once keeps the entry.
  const leave = () => {
    if (isLeaving || !isSheetEntry() || openSheets().length) return;
    isLeaving = true;
    history.back();
  };
  dialog.addEventListener("close", () => setTimeout(leave));
}

/**
 * Focuses the element with that data-key, if there is one.
 * @param {ParentNode} root
 * @param {string} key
 */
export function focusKey(root, key) {
  /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}

/** @type {number | undefined} */
let toastTimer;

/** @param {string} message */
export function showToast(message) {
  const box = byId("toast");
  box.textContent = message;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.replaceChildren(), TOAST_MS);
}
