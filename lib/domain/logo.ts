export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** 200 KB, in bytes. */
export const MAX_LOGO_BYTES = 204_800;
const SIDES = { least: 16, most: 2000 } as const;
/** Beyond these proportions nothing is recognisable at 32 px of height. */
const WIDEST = 8;
const TALLEST = 4;

export interface LogoFacts {
  type: LogoType;
  /** In its own pixels. */
  width: number;
  height: number;
  /** Without what phones append behind the picture's end. */
  image: Uint8Array;
}

interface Found extends Omit<LogoFacts, "image"> {
  isAnimated: boolean;
  /** How many bytes the picture has; 0 for one that is cut off. */
  end: number;
}

/** Goes by the file's first bytes, not its name; a fault says what to do. SVG is refused: it may carry scripts. D-067 */
export function readLogo(bytes: Uint8Array): LogoFacts | { fault: string } {
  const found = pngOf(bytes) ?? jpegOf(bytes) ?? webpOf(bytes);
  const image = found?.end ? bytes.subarray(0, found.end) : bytes;
  if (image.length > MAX_LOGO_BYTES)
    return {
      fault: `it has ${Math.ceil(image.length / 1024)} KB, and 200 KB are the most. Save it smaller; 80 px of height are plenty.`,
    };
  if (!found)
    return {
      fault: "it is no PNG, JPEG or WebP. Save it as one of them; an SVG may carry scripts and is not taken.",
    };
  const { type, width, height, end, isAnimated } = found;
  if (end === 0 || width === 0 || height === 0)
    return { fault: "it is damaged or cut off. Save it again from the program that made it." };
  if (isAnimated) return { fault: "it moves, which keeps people from reading. Save a single picture." };
  if (Math.min(width, height) < SIDES.least || Math.max(width, height) > SIDES.most)
    return {
      fault: `it is ${width} × ${height} px. Each side has ${SIDES.least} to ${SIDES.most} px; 80 px of height are plenty.`,
    };
  if (width > height * WIDEST || height > width * TALLEST)
    return {
      fault: `it is ${width} × ${height} px. It may be ${WIDEST} times as wide as high, or ${TALLEST} times as high as wide: crop it.`,
    };
  return { type, width, height, image };
}

type Sides = Pick<LogoFacts, "width" | "height">;

/** So wide that it spells the name out, which then does not stand beside it. D-233 */
export const isWordmark = ({ width, height }: Sides): boolean => width >= 2.5 * height;

/** The size at which a logo is shown: 32 px high, and never larger than it is. */
export function shownSize({ width, height }: Sides) {
  const scale = Math.min(1, 32 / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

function pngOf(bytes: Uint8Array): Found | null {
  if (textAt(bytes, 0, 8) !== "\x89PNG\r\n\x1a\n" || bytes.length < 33) return null;
  const data = view(bytes);
  const found = { type: "image/png" as const, width: data.getUint32(16), height: data.getUint32(20) };
  let isAnimated = false;
  // Chunks of length, name, content and checksum, up to the one that ends the file.
  for (let at = 8; at + 12 <= bytes.length; at += 12 + data.getUint32(at)) {
    const name = textAt(bytes, at + 4, 4);
    if (name === "acTL") isAnimated = true;
    if (name === "IEND") return { ...found, isAnimated, end: textAt(bytes, 12, 4) === "IHDR" ? at + 12 : 0 };
  }
  return { ...found, isAnimated, end: 0 };
}

function jpegOf(bytes: Uint8Array): Found | null {
  if (textAt(bytes, 0, 3) !== "\xff\xd8\xff") return null;
  const data = view(bytes);
  const found: Found = { type: "image/jpeg", width: 0, height: 0, isAnimated: false, end: 0 };
  let isOnItsSide = false;
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || isData(marker)) {
      at++;
      continue;
    }
    if (marker === 0xd9) {
      const { width, height } = found;
      return { ...found, ...(isOnItsSide && { width: height, height: width }), end: at + 2 };
    }
    if (at + 9 <= bytes.length && isFrame(marker)) {
      found.height = data.getUint16(at + 5);
      found.width = data.getUint16(at + 7);
    }
    if (at + 4 > bytes.length) break;
    const next = at + 2 + data.getUint16(at + 2);
    if (marker === 0xe1) isOnItsSide ||= turnsByAQuarter(bytes.subarray(at + 4, next));
    at = next;
  }
  return found;
}

/** After 0xFF these are image data, a restart marker or a fill byte: no segment follows. */
const isData = (marker: number) => marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
/** C0 to CF, except three that hold tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Phones held upright store the picture on its side and say so in EXIF. */
function turnsByAQuarter(exif: Uint8Array): boolean {
  if (textAt(exif, 0, 6) !== "Exif\0\0" || exif.length < 14) return false;
  const data = view(exif.subarray(6));
  const isLittle = textAt(exif, 6, 2) === "II";
  // Entries of 12 bytes: tag, type, count, value. Tag 0x112 is the orientation; from 5 on it is a quarter turn.
  for (let at = data.getUint32(4, isLittle) + 2; at + 12 <= data.byteLength; at += 12)
    if (data.getUint16(at, isLittle) === 0x112)
      return [5, 6, 7, 8].includes(data.getUint16(at + 8, isLittle));
  return false;
}

function webpOf(bytes: Uint8Array): Found | null {
  if (textAt(bytes, 0, 4) !== "RIFF" || textAt(bytes, 8, 4) !== "WEBP" || bytes.length < 30) return null;
  const data = view(bytes);
  const size = data.getUint32(4, true) + 8;
  const end = size <= bytes.length ? size : 0;
  const found = { type: "image/webp" as const, isAnimated: false, end };
  switch (textAt(bytes, 12, 4)) {
    case "VP8 ":
      return {
        ...found,
        width: data.getUint16(26, true) & 0x3fff,
        height: data.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      const sizes = data.getUint32(21, true);
      return { ...found, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X": {
      const side = (at: number) => data.getUint16(at, true) + (bytes[at + 2]! << 16) + 1;
      return { ...found, isAnimated: (bytes[20]! & 2) !== 0, width: side(24), height: side(27) };
    }
    default:
      return { ...found, width: 0, height: 0 };
  }
}
