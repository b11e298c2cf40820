import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressed } from "./compress";
import type { ApiResponse } from "./types";

const LONG = JSON.stringify({ data: "a word ".repeat(500) });
const answer = (changes: Partial<ApiResponse> = {}): ApiResponse => ({
  status: 200,
  headers: { "Content-Type": "application/json; charset=utf-8" },
  body: LONG,
  ...changes,
});
const json = (headers: Record<string, string>) => answer({ headers: { ...answer().headers, ...headers } });

const codingOf = async (accepted: string | undefined, of = answer()) =>
  (await compressed(of, accepted, "each")).headers["content-encoding"] ?? null;

describe("an answer is coded as the client takes it", () => {
  it.each([
    [undefined, null],
    ["", null],
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0 , gzip;q=0.000", null],
    ["*", "br"],
    ["*;q=0", null],
    ["br;q=0, *", "gzip"],
    ["identity", null],
    ["identity, gzip;q=0.5", null],
    ["identity;q=0.5, gzip", "gzip"],
    ["identity;q=0, gzip", "gzip"],
    ["identity;q=0", null],
    ["deflate, zstd, compress", null],
    ["x-gzip-like, brotli", null],
    [`${"gzip,".repeat(2_000)}br`, "br"],
    ["gzip;q=nonsense", null],
  ])("%s: %s", async (accepted, coding) => expect(await codingOf(accepted)).toBe(coding));

  it("and decoded it is the same", async () => {
    for (const compression of ["each", "once"] as const) {
      const br = await compressed(answer(), "br", compression);
      const gzip = await compressed(answer(), "gzip", compression);
      expect(brotliDecompressSync(br.body as Uint8Array).toString()).toBe(LONG);
      expect(gunzipSync(gzip.body as Uint8Array).toString()).toBe(LONG);
      for (const { headers } of [br, gzip]) expect(headers.vary).toBe("Accept-Encoding");
    }
  });
});

describe("what is compressed once", () => {
  it.each([
    [200, true],
    [404, false],
    [405, false],
    [503, false],
  ])("with status %i is kept: %s", async (status, isKept) => {
    const asked = () => compressed(answer({ status }), "br", "once");
    const [first, second] = [await asked(), await asked()];
    expect(first.body === second.body).toBe(isKept);
  });
});

describe("what is not worth it stays as it is", () => {
  it("below one KiB, unless nothing else is taken", async () => {
    const short = answer({ body: "a".repeat(1023) });
    expect(await codingOf("gzip, br", short)).toBeNull();
    expect(await codingOf("gzip, identity;q=0", short)).toBe("gzip");
    expect(await codingOf("gzip, br", answer({ body: "a".repeat(1024) }))).toBe("br");
  });

  it.each(["application/pdf", "image/png", "font/woff2", "image/x-icon", ""])("%s", async (type) => {
    expect(await codingOf("gzip, br", answer({ headers: { "Content-Type": type } }))).toBeNull();
  });

  it("what is coded already, a part, and what has no body", async () => {
    expect(await codingOf("br", json({ "Content-Encoding": "gzip" }))).toBe("gzip");
    expect(await codingOf("br", answer({ status: 206 }))).toBeNull();
    expect(await codingOf("br", answer({ status: 304, body: null }))).toBeNull();
  });
});

describe("caches are told", () => {
  it("that the answer depends on Accept-Encoding, coded or not, beside what else it depends on", async () => {
    for (const accepted of [undefined, "br"])
      for (const [given, told] of [
        [{}, "Accept-Encoding"],
        [{ Vary: "Origin" }, "Origin, Accept-Encoding"],
        [{ Vary: "Accept-Encoding" }, "Accept-Encoding"],
      ] as const)
        expect((await compressed(json(given), accepted, "each")).headers.vary).toBe(told);
    const { headers } = await compressed(json({ vary: "rsc" }), "br", "each");
    expect(headers.vary).toBe("rsc, Accept-Encoding");
  });

  it("by a weak ETag that the bytes are others", async () => {
    const tagged = (etag: string, accepted?: string) =>
      compressed(json({ ETag: etag }), accepted, "each").then(({ headers }) => headers.etag);
    expect(await tagged('"x"')).toBe('"x"');
    expect(await tagged('"x"', "br")).toBe('W/"x"');
    expect(await tagged('W/"x"', "br")).toBe('W/"x"');
  });
});

it("what is the same for everybody is compressed once", async () => {
  const body = Buffer.from(LONG);
  const first = await compressed(answer({ body }), "br", "once");
  const again = await compressed(answer({ body }), "br", "once");
  expect(again.body).toBe(first.body);
  expect((await compressed(answer({ body }), "gzip", "once")).body).not.toBe(first.body);
  const each = await compressed(answer({ body }), "br", "each");
  expect((await compressed(answer({ body }), "br", "each")).body).not.toBe(each.body);
});
