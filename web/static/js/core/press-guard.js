// 指: nothing changes under a finger that is down. A press ends with its click, or soon after the finger is gone; one
// that never ends holds nothing up for long.
export function watchPress(root, released) {
  let pressed = 0;
  function hold(wait) {
    clearTimeout(pressed);
    pressed = setTimeout(() => {
      pressed = 0;
      released();
    }, wait);
  }
  root.addEventListener("pointerdown", () => hold(10_000));
  for (const [end, wait] of [
    ["pointerup", 300],
    ["pointercancel", 0],
    ["click", 0],
  ])
    addEventListener(end, () => pressed && hold(wait));
  return () => pressed > 0;
}
