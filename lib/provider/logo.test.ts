import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAX_LOGO_BYTES } from "../domain/logo";
import { readLogo } from "./logo";

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const demo = Uint8Array.from(readFileSync("tools/dev/demo/logo.png"));

/** The demo's logo, with other sides in its header. */
function sized(width: number, height: number): Uint8Array {
  const image = demo.slice();
  const header = new DataView(image.buffer);
  header.setUint32(16, width);
  header.setUint32(20, height);
  return image;
}
const faultOf = (image: Uint8Array) => {
  const read = readLogo(image);
  return "fault" in read ? read.fault : null;
};

describe("a provider's logo", () => {
  it("is read by its bytes, with its size", () => {
    expect(readLogo(sized(320, 80))).toMatchObject({ type: "image/png", width: 320, height: 80 });
  });

  it.each(["<svg xmlns='http://www.w3.org/2000/svg' width='320' height='80'/>", "GIF89a", "BM", "", "MZ"])(
    "of another kind is refused: %j",
    (text) => {
      expect(faultOf(bytes(text))).toMatch(/not a PNG, JPEG or WebP.*SVG can carry scripts/);
    },
  );

  it("of an odd size or shape, or of more than 200 KB, is refused with what it has", () => {
    expect(faultOf(sized(15, 15))).toMatch(/^it is 15 × 15 px\. Each side has 16 to 2000 px/);
    expect(faultOf(sized(2001, 800))).toMatch(/2001 × 800/);
    expect(faultOf(sized(900, 100))).toMatch(/8 times as wide/);
    expect(faultOf(sized(20, 100))).toMatch(/4 times as high/);
    expect(faultOf(new Uint8Array(MAX_LOGO_BYTES + 1))).toMatch(/^it has 201 KB/);
  });
});
