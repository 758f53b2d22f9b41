// 札並べ: a deck's groups as rows of buttons; a face all of whose copies are given cannot be tapped again.
import { drawn, h, named, say } from "./dom.js";

// `copies(code)`: how many the pack has; `refresh(counts)`: how many of each are given now.
export function grid(groups, copies, nameOf, tap) {
  const buttons = {};
  const rows = groups.map(({ name, codes }, at) => {
    if (!codes.length) return null;
    const row = h(
      "div.group",
      { role: "group", "aria-label": say(name) },
      h("span.group-name", groups.length === 12 && `${at + 1} `, named(name)),
      codes.map((code) => (buttons[code] = h("button.face", { onclick: () => tap(code) }, drawn(code, nameOf(code))))),
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
  return { el: h("div.grid", rows), refresh };
}
