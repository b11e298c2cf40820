import { imageSize } from "image-size";
import { type LogoFacts, type LogoType, MAX_LOGO_BYTES } from "../domain/logo";

const TYPES: Readonly<Record<string, LogoType>> = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
};

/** In pixels, for each side. */
const SIDES = { min: 16, max: 2000 } as const;
/** Beyond these proportions nothing is recognisable at 32 px of height. */
const MAX_WIDTH_BY_HEIGHT = 8;
const MAX_HEIGHT_BY_WIDTH = 4;

/** EXIF orientations from 5 on turn the picture by a quarter, as phones held upright do. */
const FIRST_QUARTER_TURN = 5;

/** Goes by the file's first bytes, not its name. The fault says what to do. SVG is refused: it can carry scripts. */
export function readLogo(image: Uint8Array): LogoFacts | { fault: string } {
  if (image.length > MAX_LOGO_BYTES)
    return {
      fault: `it has ${Math.ceil(image.length / 1024)} KB. The limit is 200 KB: save it smaller, 80 px of height are plenty.`,
    };
  const found = sizeOf(image);
  const type = TYPES[found?.type ?? ""];
  if (!found || !type)
    return {
      fault: "it is not a PNG, JPEG or WebP image. Save it as one of them. An SVG can carry scripts.",
    };
  const isTurned = (found.orientation ?? 1) >= FIRST_QUARTER_TURN;
  const [width, height] = isTurned ? [found.height, found.width] : [found.width, found.height];
  if (Math.min(width, height) < SIDES.min || Math.max(width, height) > SIDES.max)
    return {
      fault: `it is ${width} × ${height} px. Each side has ${SIDES.min} to ${SIDES.max} px; 80 px of height are plenty.`,
    };
  if (width > height * MAX_WIDTH_BY_HEIGHT || height > width * MAX_HEIGHT_BY_WIDTH)
    return {
      fault: `it is ${width} × ${height} px. It can be ${MAX_WIDTH_BY_HEIGHT} times as wide as high, or ${MAX_HEIGHT_BY_WIDTH} times as high as wide: crop it.`,
    };
  return { type, width, height, image };
}

/** Null for a file that is no image. */
function sizeOf(image: Uint8Array) {
  try {
    return imageSize(image);
  } catch {
    return null;
  }
}
