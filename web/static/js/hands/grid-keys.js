// Moves through a grid of cards by keyboard: a number goes to its month, the arrows to the next card.

/** Digits typed within this time belong to one number, in milliseconds. */
const NUMBER_MS = 900;

/** @param {HTMLElement} dialog */
export function addGridKeys(dialog) {
  let typed = "";
  /** @type {number | undefined} */
  let timer;

  /** @param {Element | undefined} group */
  const focusFirst = (group) => {
    /** @type {HTMLElement | null | undefined} */ (group?.querySelector(".face:not(:disabled)"))?.focus();
  };

  /**
   * @param {string} digit
   * @param {Element[]} groups
   */
  function typeDigit(digit, groups) {
    typed += digit;
    if (!groups[Number(typed) - 1]) typed = digit;
    focusFirst(groups[Number(typed) - 1]);
    clearTimeout(timer);
    timer = setTimeout(() => {
      typed = "";
    }, NUMBER_MS);
  }

  dialog.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input")) return;
    const groups = [...dialog.querySelectorAll(".group")];
    const faces = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll(".grid .face:not(:disabled)")]);
    const face = faces.indexOf(target);
    const group = groups.indexOf(/** @type {Element} */ (target.closest(".group")));
    const sideways = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (sideways && face >= 0) faces.at((face + sideways) % faces.length)?.focus();
    else if (down && group >= 0) focusFirst(groups.at((group + down) % groups.length));
    else if (/^\d$/.test(event.key)) typeDigit(event.key, groups);
    else return;
    event.preventDefault();
  });
}
