// 鍵盤: the grid of cards by keyboard: a number goes to its month, the arrows to the next card.
export function addGridKeys(dialog) {
  let typed = "",
    timer;
  const first = (group) => group?.querySelector(".face:not(:disabled)")?.focus();
  dialog.addEventListener("keydown", (event) => {
    if (event.target.matches("input")) return;
    const groups = [...dialog.querySelectorAll(".group")],
      faces = [...dialog.querySelectorAll(".grid .face:not(:disabled)")];
    const at = faces.indexOf(event.target),
      group = groups.indexOf(event.target.closest(".group"));
    const aside = { ArrowRight: 1, ArrowLeft: -1 }[event.key],
      down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (aside && at >= 0) faces.at((at + aside) % faces.length).focus();
    else if (down && group >= 0) first(groups.at((group + down) % groups.length));
    else if (/^\d$/.test(event.key)) {
      typed += event.key;
      if (!groups[Number(typed) - 1]) typed = event.key;
      first(groups[Number(typed) - 1]);
      clearTimeout(timer);
      timer = setTimeout(() => {
        typed = "";
      }, 900);
    } else return;
    event.preventDefault();
  });
}
