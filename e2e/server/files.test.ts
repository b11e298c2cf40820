import { get, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { makeProvider } from "../support/provider";

interface Sent {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** As it comes over the wire. */
const sent = (path: string, coding = "identity") =>
  new Promise<Sent>((resolve, reject) => {
    const url = inject("stack").doors.server + path;
    get(url, { headers: { "accept-encoding": coding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });

const read: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body) => body,
};

describe("files that a page names", () => {
  let files: string[];
  beforeAll(async () => {
    const { code } = await makeProvider();
    const page = (await sent(`/p/${code}`)).body.toString();
    files = [...new Set(page.match(/\/_next\/static\/[\w./~-]+/g))];
  });

  it("have names that follow from what they hold, so that browsers ask once", async () => {
    const kinds = new Set(files.map((file) => /\.(\w+)$/.exec(file)?.[1]));
    for (const kind of ["js", "css", "woff2"]) expect(kinds).toContain(kind);
    for (const file of files) {
      const { status, headers } = await sent(file);
      expect([file, status]).toEqual([file, 200]);
      expect(headers["cache-control"], file).toBe("public, max-age=31536000, immutable");
    }
  });

  it("are sent by Brotli or gzip as the browser takes them, each time the same bytes", async () => {
    const large = files.filter((file) => /\.(js|css)$/.test(file));
    for (const file of large) {
      const plain = await sent(file);
      if (plain.body.length < 1024) continue;
      for (const coding of ["br", "gzip"]) {
        const [one, other] = [await sent(file, coding), await sent(file, coding)];
        expect(one.headers["content-encoding"], file).toBe(coding);
        expect(read[coding]!(one.body).equals(plain.body), file).toBe(true);
        expect(other.body.equals(one.body), file).toBe(true);
        expect(one.headers.vary).toContain("Accept-Encoding");
      }
    }
  });
});

describe("a page of the documentation", () => {
  const PATH = "/docs/pay-now";

  it("is the same bytes for everybody, in each coding", async () => {
    const plain = (await sent(PATH)).body;
    for (const coding of ["br", "gzip", "identity"]) {
      const [one, other] = [await sent(PATH, coding), await sent(PATH, coding)];
      expect(one.headers["content-encoding"] ?? "identity").toBe(coding);
      expect(read[coding]!(one.body).equals(plain)).toBe(true);
      expect(other.body.equals(one.body)).toBe(true);
      expect(other.headers["request-id"]).not.toBe(one.headers["request-id"]);
    }
  });
});
