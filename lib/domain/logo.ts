export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** 200 KB, in bytes. */
export const MAX_LOGO_BYTES = 204_800;
const SIDES = { least: 16, most: 2000 } as const;
/** Wider or taller, and nothing could be made out at 40 px of height. */
const WIDEST = 8;
const TALLEST = 4;

export interface LogoFacts {
  type: LogoType;
  /** In its own pixels. */
  width: number;
  height: number;
}

type Found = LogoFacts & { isWhole: boolean; isAnimated: boolean };

/**
 * What a file is, by its first bytes and not by its name, or what is wrong with it and what to do. An SVG is refused: it
 * is a document that may carry scripts and ask other servers for parts of itself.
 */
export function readLogo(bytes: Uint8Array): LogoFacts | { fault: string } {
  if (bytes.length > MAX_LOGO_BYTES)
    return {
      fault: `it has ${Math.ceil(bytes.length / 1024)} KB, and 200 KB are the most. Save it smaller; 80 px of height are plenty.`,
    };
  const found = pngOf(bytes) ?? jpegOf(bytes) ?? webpOf(bytes);
  if (!found)
    return {
      fault: "it is no PNG, JPEG or WebP. Save it as one of them; an SVG may carry scripts and is not taken.",
    };
  const { type, width, height, isWhole, isAnimated } = found;
  if (!isWhole || width === 0 || height === 0)
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
  return { type, width, height };
}

/** The size at which a logo is shown: at most 160 × 40 px, and never larger than it is. */
export function shownSize({ width, height }: Pick<LogoFacts, "width" | "height">) {
  const scale = Math.min(1, 160 / width, 40 / height);
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
    if (name === "IEND") return { ...found, isAnimated, isWhole: textAt(bytes, 12, 4) === "IHDR" };
  }
  return { ...found, isAnimated, isWhole: false };
}

function jpegOf(bytes: Uint8Array): Found | null {
  if (textAt(bytes, 0, 3) !== "\xff\xd8\xff") return null;
  const data = view(bytes);
  const isEnded = textAt(bytes, bytes.length - 2, 2) === "\xff\xd9";
  const found = { type: "image/jpeg" as const, isAnimated: false };
  // Segments of a marker and a length; the size stands in the frame's, C0 to CF without three that are tables.
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + data.getUint16(at + 2)) {
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { ...found, isWhole: isEnded, height: data.getUint16(at + 5), width: data.getUint16(at + 7) };
  }
  return { ...found, isWhole: false, width: 0, height: 0 };
}

function webpOf(bytes: Uint8Array): Found | null {
  if (textAt(bytes, 0, 4) !== "RIFF" || textAt(bytes, 8, 4) !== "WEBP" || bytes.length < 30) return null;
  const data = view(bytes);
  const isWhole = data.getUint32(4, true) + 8 <= bytes.length;
  const found = { type: "image/webp" as const, isWhole, isAnimated: false };
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
      return { ...found, isWhole: false, width: 0, height: 0 };
  }
}
