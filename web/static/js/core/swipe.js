// A finger that moves sideways over an element, and hardly up or down.

/** How far it moves at least, in CSS pixels; less is a tap that slipped. */
const LEAST_PX = 60;
/** How many times further sideways than up or down. */
const LEAST_RATIO = 2;

/**
 * @param {HTMLElement} node
 * @param {(step: 1 | -1) => void} act 1 where the finger moved to the left, as pages are turned
 */
export function onSwipe(node, act) {
  /** @type {Touch | null} */
  let start = null;
  node.addEventListener("touchstart", ({ touches }) => {
    start = touches.length === 1 ? touches[0] : null;
  });
  node.addEventListener("touchend", ({ changedTouches }) => {
    if (!start) return;
    const x = changedTouches[0].clientX - start.clientX;
    const y = changedTouches[0].clientY - start.clientY;
    start = null;
    if (Math.abs(x) >= LEAST_PX && Math.abs(x) >= LEAST_RATIO * Math.abs(y)) act(x < 0 ? 1 : -1);
  });
}
