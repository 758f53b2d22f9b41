// Makes a photograph smaller before it is sent: the scanner reads at most 16 megapixels, and Wi-Fi may be slow.

/** Pixels in which the scanner reads every card of a table; it shrinks a larger picture itself. */
const SUFFICIENT_PIXELS = 16e6;
/** Bytes up to which a photograph is sent as it is: two seconds of a slow Wi-Fi. */
const SMALL_BYTES = 4e6;
/** Cards are read the same from a JPEG of this quality, 0..1. */
const QUALITY = 0.92;

/**
 * The same photograph as a JPEG of at most `SUFFICIENT_PIXELS`, upright and without what a phone has put beside it. What
 * this browser cannot decode, and what would not become smaller, is sent as it is.
 * @param {File} file
 * @returns {Promise<Blob>}
 */
export async function shrinkPhoto(file) {
  if (file.size <= SMALL_BYTES) return file;
  try {
    const whole = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, Math.sqrt(SUFFICIENT_PIXELS / (whole.width * whole.height)));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(whole.width * scale);
    canvas.height = Math.round(whole.height * scale);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.imageSmoothingQuality = "high";
    context.drawImage(whole, 0, 0, canvas.width, canvas.height);
    whole.close();
    /** @type {Blob | null} */
    const smaller = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return smaller && smaller.size < file.size ? smaller : file;
  } catch {
    return file;
  }
}
