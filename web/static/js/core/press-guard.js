// Tells whether a finger is down, so that nothing changes under it.

/** A press that never ends counts no longer than this, in milliseconds. */
const LONGEST_PRESS_MS = 10_000;
/** After the finger is gone, its click may still come for so long. */
const CLICK_MS = 300;

/**
 * @param {HTMLElement} root
 * @param {() => void} onRelease is called when a press is over
 * @returns {() => boolean} whether something in `root` is pressed now
 */
export function watchPress(root, onRelease) {
  let timer = 0;
  /** @param {number} ms */
  function holdFor(ms) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      onRelease();
    }, ms);
  }
  const endings = { pointerup: CLICK_MS, pointercancel: 0, click: 0 };
  root.addEventListener("pointerdown", () => holdFor(LONGEST_PRESS_MS));
  for (const [type, ms] of Object.entries(endings)) addEventListener(type, () => timer && holdFor(ms));
  return () => timer > 0;
}
