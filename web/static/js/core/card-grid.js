// 札並べ: a deck's groups as rows of buttons; a face all of whose copies are given cannot be tapped again.
import { cardImage, el, localize, nameSpan } from "./dom.js";

// `copies(code)`: how many the pack has; `refresh(counts)`: how many of each are given now.
export function cardGrid(groups, copies, nameOf, tap) {
  const buttons = {};
  const rows = groups.map(({ name, codes }, at) => {
    if (!codes.length) return null;
    const row = el(
      "div.group",
      { role: "group", "aria-label": localize(name) },
      el("span.group-name", groups.length === 12 && `${at + 1} `, nameSpan(name)),
      codes.map(
        (code) => (buttons[code] = el("button.face", { onclick: () => tap(code) }, cardImage(code, nameOf(code)))),
      ),
    );
    row.style.setProperty("--span", Math.min(codes.length, 8));
    return row;
  });
  const refresh = (counts) => {
    for (const [code, button] of Object.entries(buttons)) {
      const left = copies(code) - (counts[code] ?? 0);
      button.disabled = left < 1;
      button.dataset.left = copies(code) > 1 ? `×${left}` : "";
    }
  };
  return { el: el("div.grid", rows), refresh };
}
