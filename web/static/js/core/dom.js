// Elements without markup strings, words in the phone's language.
export const lang = document.documentElement.lang;
const WORDS = JSON.parse(document.body.dataset.words);
const DRAWN = new Set(["svg", "g", "polygon", "polyline", "circle", "image", "text", "path"]);

export const t = (key, fill = {}) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => fill[name]);
export const say = (text) => (text ? text[lang] : "");
export const count = (one, many, n) => (n === 1 ? t(one) : t(many, { n }));

export function h(tag, ...children) {
  const [name, ...classes] = tag.split(".");
  const props = children[0]?.constructor === Object ? children.shift() : {};
  const drawn = DRAWN.has(name);
  const el = drawn ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  if (classes.length) el.setAttribute("class", classes.join(" "));
  if (name === "button") el.type = "button";
  for (const [key, value] of Object.entries(props)) {
    if (value == null) continue;
    if (key.startsWith("aria-")) el.setAttribute(key, value);
    else if (value === false) continue;
    else if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else if (key === "value") el.value = value;
    else el.setAttribute(key, value === true ? "" : value);
  }
  el.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return el;
}

export const drawn = (code, alt) => h("img.card", { src: `/art/${code}.svg`, alt });
export const redraw = () => dispatchEvent(new Event("redraw"));
export const spliced = (list, at, gone, ...more) => [...list.slice(0, at), ...more, ...list.slice(at + gone)];

// 振り仮名: a Japanese name carries its reading above it; who hears the page hears the name once.
export const ruby = (name) =>
  name.kana ? h("ruby.furi", name.ja, h("rt", { "aria-hidden": "true" }, name.kana)) : name.ja;
export const named = (name) => h("span", lang === "ja" ? ruby(name) : name.en);

// What opened a sheet has the focus again when it is closed, also when the page has been drawn anew meanwhile.
export function sheet(title, ...parts) {
  const close = () => dialog.close(),
    key = document.activeElement?.dataset.key;
  const gone = () => {
    dialog.remove();
    if (key && document.activeElement === document.body)
      document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
  const dialog = h(
    "dialog.sheet",
    { "aria-label": title, onclose: gone },
    h("div.sheet-head", h("h2", title), h("button.quiet", { onclick: close }, t("close"))),
    ...parts,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

let toasting;
export function toast(message) {
  const box = document.getElementById("toast");
  box.textContent = message;
  clearTimeout(toasting);
  toasting = setTimeout(() => box.replaceChildren(), 3500);
}

export const complain = (error) => {
  sheet(say(error.message), h("p.code", error.code)).role = "alertdialog";
};
