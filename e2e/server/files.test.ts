import { beforeAll, describe, expect, inject, it } from "vitest";
import { makeProvider } from "../support/provider";
import { decoded, send } from "../support/send";

/** As it comes over the wire. */
const sent = (path: string, coding = "identity") =>
  send("GET", inject("stack").doors.server + path, { "Accept-Encoding": coding });

describe("files that a page names", () => {
  let files: string[];
  beforeAll(async () => {
    const { code } = await makeProvider();
    const page = (await sent(`/p/${code}`)).bytes.toString();
    files = [...new Set(page.match(/\/_next\/static\/[\w./~-]+/g))];
  });

  it("have names that follow from what they hold, so that browsers ask once", async () => {
    const kinds = new Set(files.map((file) => /\.(\w+)$/.exec(file)?.[1]));
    for (const kind of ["js", "css", "woff2"]) expect(kinds).toContain(kind);
    for (const file of files) {
      const { status, headers } = await sent(file);
      expect([file, status]).toEqual([file, 200]);
      expect(headers.get("cache-control"), file).toBe("public, max-age=31536000, immutable");
    }
  });

  it("are sent by Brotli or gzip as the browser takes them, each time the same bytes", async () => {
    const large = files.filter((file) => /\.(js|css)$/.test(file));
    for (const file of large) {
      const plain = await sent(file);
      if (plain.bytes.length < 1024) continue;
      for (const coding of ["br", "gzip"]) {
        const [one, other] = [await sent(file, coding), await sent(file, coding)];
        expect(one.headers.get("content-encoding"), file).toBe(coding);
        expect(decoded(one).equals(plain.bytes), file).toBe(true);
        expect(other.bytes.equals(one.bytes), file).toBe(true);
        expect(one.headers.get("vary")).toContain("Accept-Encoding");
      }
    }
  });
});

describe("a page of the documentation", () => {
  const PATH = "/docs/pay-now";

  it("is the same bytes for everybody, in each coding", async () => {
    const plain = (await sent(PATH)).bytes;
    for (const coding of ["br", "gzip", "identity"]) {
      const [one, other] = [await sent(PATH, coding), await sent(PATH, coding)];
      expect(one.headers.get("content-encoding") ?? "identity").toBe(coding);
      expect(decoded(one).equals(plain)).toBe(true);
      expect(other.bytes.equals(one.bytes)).toBe(true);
      expect(other.headers.get("request-id")).not.toBe(one.headers.get("request-id"));
    }
  });
});
