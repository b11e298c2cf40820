import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_LOGO_BYTES, readLogo, shownSize } from "./logo";

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => (value >>> (8 * (bytes - 1 - at))) & 255);
const little = (value: number, bytes: number) => big(value, bytes).reverse();
const chunk = (name: string, content: number[]) => [
  ...big(content.length, 4),
  ...ascii(name),
  ...content,
  0,
  0,
  0,
  0,
];

const png = (width: number, height: number, ...between: number[][]) =>
  Uint8Array.from([
    ...ascii("\x89PNG\r\n\x1a\n"),
    ...chunk("IHDR", [...big(width, 4), ...big(height, 4), 8, 6, 0, 0, 0]),
    ...between.flat(),
    ...chunk("IEND", []),
  ]);
const jpeg = (width: number, height: number, marker = 0xc0) =>
  Uint8Array.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4, 0xff, 0xc4, 0, 4, 9, 9],
    ...[0xff, marker, 0, 8, 8, ...big(height, 2), ...big(width, 2), 3],
    ...[0xff, 0xd9],
  ]);
const riff = (...content: number[]) =>
  Uint8Array.from([...ascii("RIFF"), ...little(content.length + 4, 4), ...ascii("WEBP"), ...content]);
const lossy = (width: number, height: number) =>
  riff(...ascii("VP8 "), ...little(10, 4), 0, 0, 0, 0x9d, 1, 0x2a, ...little(width, 2), ...little(height, 2));
const lossless = (width: number, height: number) =>
  riff(
    ...ascii("VP8L"),
    ...little(9, 4),
    0x2f,
    ...little((width - 1) | ((height - 1) << 14), 4),
    0,
    0,
    0,
    0,
    0,
  );
const extended = (width: number, height: number, flags = 0) =>
  riff(...ascii("VP8X"), ...little(10, 4), flags, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3));
/** Pictures as encoders write them, of 40 × 20 px. */
const real = (base64: string) => Uint8Array.from(Buffer.from(base64, "base64"));
const BASELINE = real(
  "/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAUACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAMF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AiATbAAAAAAAAAAD/2Q==",
);
const PROGRESSIVE_WITH_EXIF = real(
  "/9j/4QDORXhpZgAASUkqAAgAAAAHAA8BAgAGAAAAcgAAABIBAwABAAAAAQAAABoBBQABAAAAYgAAABsBBQABAAAAagAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAeAAAAAAAAAA4YwAA6AMAADhjAADoAwAAUGhvbmUABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAACgAAAADoAQAAQAAABQAAAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZqKuk/9sAQwEcHh4oIyhOKytOpG5dbqSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk/8IAEQgAFAAoAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAD/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAIE/9oADAMBAAIQAxAAAAGAnYAAAAB//8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABBQJ//8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPwFf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPwFf/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQAGPwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABPyF//9oADAMBAAIAAwAAABDzzzzzz//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQMBAT8QX//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQIBAT8QX//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEAAT8Qf//Z",
);
const PNG = real(
  "iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAMAAADImI+JAAAAA1BMVEXIHjzD6Ll6AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQokWNgGAWjYBQwkAAAAzQAAWANf2kAAAAASUVORK5CYII=",
);
const WEBP = real(
  "UklGRkIAAABXRUJQVlA4IDYAAAAwAwCdASooABQAPxGGu1csKSYjpWgBgCIJZwDPKA8KmggAAP7kAW3ft/9wfYr7Y2frXgqpUAA=",
);
const REAL = { BASELINE, PROGRESSIVE_WITH_EXIF, PNG, WEBP };

/** Bytes that fill up before each marker of a JPEG that begins a segment ahead of its frame. */
const filled = (bytes: Uint8Array) => Uint8Array.from([0xff, 0xd8, 0xff, 0xff, 0xff, ...bytes.subarray(2)]);
/** EXIF that has the picture turned: 6 is a quarter, as of a phone held upright. */
const turned = (orientation: number, isLittle: boolean) => {
  const number = isLittle ? little : big;
  const entries = [
    [0x10f, 2, 1, 0],
    [0x112, 3, 1, isLittle ? orientation : orientation << 16],
  ];
  const ifd = entries.flatMap(([tag, type, count, value]) => [
    ...number(tag!, 2),
    ...number(type!, 2),
    ...number(count!, 4),
    ...number(value!, 4),
  ]);
  const tiff = [
    ...ascii(isLittle ? "II" : "MM"),
    ...number(42, 2),
    ...number(8, 4),
    ...number(entries.length, 2),
    ...ifd,
  ];
  const content = [...ascii("Exif\0\0"), ...tiff];
  const exif = [0xff, 0xe1, ...big(content.length + 2, 2), ...content];
  return Uint8Array.from([0xff, 0xd8, ...exif, ...BASELINE.subarray(2)]);
};
const faultOf = (bytes: Uint8Array) => (readLogo(bytes) as { fault: string }).fault;

describe("a logo", () => {
  it.each([
    ["PNG", "image/png", png],
    ["JPEG", "image/jpeg", jpeg],
    ["progressive JPEG", "image/jpeg", (w: number, h: number) => jpeg(w, h, 0xc2)],
    ["lossy WebP", "image/webp", lossy],
    ["lossless WebP", "image/webp", lossless],
    ["extended WebP", "image/webp", extended],
  ] as const)("as %s is known by its bytes, with its size", (_name, type, make) => {
    expect(readLogo(make(320, 80))).toMatchObject({ type, width: 320, height: 80 });
    expect(readLogo(make(2000, 250))).toMatchObject({ width: 2000, height: 250 });
  });

  it("of another kind is refused, an SVG with the reason", () => {
    for (const text of [
      "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "<?xml?><svg/>",
      "GIF89a",
      "BM",
      "",
      "MZ",
    ])
      expect(faultOf(Uint8Array.from(ascii(text))), text).toMatch(
        /no PNG, JPEG or WebP.*SVG may carry scripts/,
      );
  });

  it("that is cut off is refused", () => {
    for (const bytes of [png(320, 80, chunk("IDAT", [1, 2, 3, 4])), jpeg(320, 80)])
      expect(faultOf(bytes.subarray(0, bytes.length - 14))).toMatch(/cut off/);
    const webp = Uint8Array.from([...lossy(320, 80), 0, 0, 0, 0]);
    webp.set(little(webp.length, 4), 4);
    expect(faultOf(webp)).toMatch(/cut off/);
  });

  it.each(Object.entries(REAL))(
    "as an encoder wrote it is taken, and refused wherever it is cut off: %s",
    (_, bytes) => {
      expect(readLogo(bytes)).toMatchObject({ width: 40, height: 20, image: bytes });
      for (let length = 33; length < bytes.length; length++)
        expect(faultOf(bytes.subarray(0, length)), String(length)).toMatch(/cut off/);
    },
  );

  it.each(Object.entries(REAL))("is kept without what a phone writes behind its end: %s", (_, bytes) => {
    for (const more of [[0], BASELINE, ascii("SEFT".repeat(60_000))])
      expect(readLogo(Uint8Array.from([...bytes, ...more]))).toMatchObject({ width: 40, image: bytes });
  });

  it("may have bytes that fill up before a marker", () => {
    for (const bytes of [BASELINE, PROGRESSIVE_WITH_EXIF])
      expect(readLogo(filled(bytes))).toMatchObject({ width: 40, height: 20, image: filled(bytes) });
    const before = BASELINE.length - 2;
    const atTheEnd = Uint8Array.from([...BASELINE.subarray(0, before), 0xff, 0xff, 0xd9]);
    expect(readLogo(atTheEnd)).toMatchObject({ width: 40, image: atTheEnd });
  });

  it("that a phone took upright has the sides that it is shown with", () => {
    for (const isLittle of [true, false]) {
      expect(readLogo(turned(6, isLittle))).toMatchObject({ width: 20, height: 40 });
      for (const unturned of [3, 9])
        expect(readLogo(turned(unturned, isLittle))).toMatchObject({ width: 40, height: 20 });
    }
  });

  it("that moves is refused", () => {
    for (const bytes of [png(320, 80, chunk("acTL", [0, 0])), extended(320, 80, 2)])
      expect(faultOf(bytes)).toMatch(/^it moves/);
  });

  it("of an odd size or shape, or of more than 200 KB, is refused with what it has", () => {
    expect(faultOf(png(15, 15))).toMatch(/^it is 15 × 15 px\. Each side has 16 to 2000 px/);
    expect(faultOf(png(2001, 800))).toMatch(/2001 × 800/);
    expect(faultOf(png(900, 100))).toMatch(/8 times as wide/);
    expect(faultOf(png(20, 100))).toMatch(/4 times as high/);
    expect(faultOf(new Uint8Array(MAX_LOGO_BYTES + 1))).toMatch(/^it has 201 KB/);
  });

  it("of any bytes at all is read or refused, and never breaks the reader", () => {
    const starts = [
      turned(6, true),
      turned(6, false),
      PROGRESSIVE_WITH_EXIF,
      png(320, 80),
      jpeg(320, 80),
      lossy(320, 80),
      lossless(320, 80),
      extended(320, 80),
    ];
    const mangled = fc
      .tuple(fc.constantFrom(...starts), fc.nat(90), fc.uint8Array({ maxLength: 60 }))
      .map(([start, keep, rest]) => Uint8Array.from([...start.subarray(0, keep), ...rest]));
    fc.assert(
      fc.property(mangled, (bytes) => {
        const read = readLogo(bytes);
        expect("fault" in read || (read.width >= 16 && read.height >= 16)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("is shown 32 px high at the most, in its own proportions, and never enlarged", () => {
    expect([shownSize({ width: 320, height: 80 }), shownSize({ width: 1600, height: 200 })]).toEqual([
      { width: 128, height: 32 },
      { width: 256, height: 32 },
    ]);
    expect(shownSize({ width: 20, height: 30 })).toEqual({ width: 20, height: 30 });
  });
});
