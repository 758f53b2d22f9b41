// The part of a picture that shows its cards: what lies round them says nothing, and takes the room.

/** @typedef {{ left: number, top: number, width: number, height: number }} Frame shares of the picture */

/** Round the cards, as a share of the picture. */
const MARGIN = 0.05;
/** Where the cards take as much of the picture as this, the whole of it is shown. */
const WHOLE = 0.85;

/**
 * The frame of the cards found, null where the whole picture is.
 * @param {Picture} picture
 * @returns {Frame | null}
 */
export function frameOfCards({ cards, width: fullWidth, height: fullHeight }) {
  if (!cards.length) return null;
  const points = cards.flatMap(({ corners }) => corners);
  const [left, right] = span(points.map(([x]) => x / fullWidth));
  const [top, bottom] = span(points.map(([, y]) => y / fullHeight));
  const [width, height] = [right - left, bottom - top];
  return width * height > WHOLE ? null : { left, top, width, height };
}

/** @param {number[]} shares */
const span = (shares) => [Math.max(0, Math.min(...shares) - MARGIN), Math.min(1, Math.max(...shares) + MARGIN)];

/**
 * Shows only the frame: the box takes its shape, and the picture in it is as much larger, and shifted.
 * @param {HTMLElement} box
 * @param {HTMLElement} inner
 * @param {Frame} frame
 * @param {Picture} picture
 */
export function showFrame(box, inner, { left, top, width, height }, picture) {
  const ratio = picture.width / picture.height;
  box.classList.add("framed");
  box.style.setProperty("--shape", String((ratio * width) / height));
  inner.style.width = `${100 / width}%`;
  // Margins are shares of the width of the box, above and below, too.
  inner.style.margin = `${(-100 * top) / width / ratio}% 0 0 ${(-100 * left) / width}%`;
}
