// Elements without markup strings, words in the phone's language.
export const lang = document.documentElement.lang;
const MESSAGES = JSON.parse(document.body.dataset.words);
const SVG_TAGS = new Set(["svg", "g", "polygon", "polyline", "circle", "image", "text", "path"]);

export const msg = (key, fill = {}) => MESSAGES[key].replace(/\{(\w+)\}/g, (_, name) => fill[name]);
export const localize = (text) => (text ? text[lang] : "");
export const plural = (one, many, n) => (n === 1 ? msg(one) : msg(many, { n }));

export function el(tag, ...children) {
  const [name, ...classes] = tag.split(".");
  const props = children[0]?.constructor === Object ? children.shift() : {};
  const isSvg = SVG_TAGS.has(name);
  const node = isSvg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  if (name === "button") node.type = "button";
  for (const [key, value] of Object.entries(props)) {
    if (value == null) continue;
    if (key.startsWith("aria-")) node.setAttribute(key, value);
    else if (value === false) continue;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value") node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return node;
}

export const cardImage = (code, alt) => el("img.card", { src: `/art/${code}.svg`, alt });
export const redraw = () => dispatchEvent(new Event("redraw"));
export const splice = (list, at, gone, ...more) => [...list.slice(0, at), ...more, ...list.slice(at + gone)];

// 振り仮名: a Japanese name carries its reading above it; who hears the page hears the name once.
export const rubyName = (name) =>
  name.kana ? el("ruby.furi", name.ja, el("rt", { "aria-hidden": "true" }, name.kana)) : name.ja;
export const nameSpan = (name) => el("span", lang === "ja" ? rubyName(name) : name.en);

// What opened a sheet has the focus again when it is closed, also when the page has been drawn anew meanwhile.
export function openSheet(title, ...parts) {
  const close = () => dialog.close(),
    key = document.activeElement?.dataset.key;
  const gone = () => {
    dialog.remove();
    if (key && document.activeElement === document.body)
      document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
  const dialog = el(
    "dialog.sheet",
    { "aria-label": title, onclose: gone },
    el("div.sheet-head", el("h2", title), el("button.quiet", { onclick: close }, msg("close"))),
    ...parts,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

let toastTimer;
export function showToast(message) {
  const box = document.getElementById("toast");
  box.textContent = message;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.replaceChildren(), 3500);
}

export const showError = (error) => {
  openSheet(localize(error.message), el("p.code", error.code)).role = "alertdialog";
};
