// A list on the big screen that is longer than the screen: its parts are shown in turn.

/** How long one part stays, in milliseconds. */
const TURN_MS = 8000;

/**
 * Shows the next rows every few seconds, then the first again. Does nothing while all rows are in sight.
 * @param {HTMLElement} box scrolls, and stays while its rows are drawn anew
 * @param {string} rows selector of the rows, none of which is shown in part at the top
 */
export function showInTurn(box, rows) {
  setInterval(() => {
    const { top, bottom } = box.getBoundingClientRect();
    const cut = [...box.querySelectorAll(rows)].find((row) => row.getBoundingClientRect().bottom > bottom + 1);
    const next = cut ? cut.getBoundingClientRect().top - top : 0;
    // A row taller than the screen cannot be shown whole.
    if (cut) box.scrollBy(0, next > 1 ? next : box.clientHeight);
    else box.scrollTo(0, 0);
  }, TURN_MS);
}

/**
 * How large a list of so many may be written: the steps are in hall.css.
 * @param {HTMLElement} box
 * @param {number} count
 * @param {[number, number, number]} most how many fit in large, medium and small letters
 */
export function fitLetters(box, count, most) {
  box.dataset.letters = ["large", "medium", "small"].find((_, step) => count <= most[step]) ?? "tiny";
}
