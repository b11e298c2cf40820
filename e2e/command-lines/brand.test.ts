import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, inject, it } from "vitest";
import { provider } from "../../drizzle/schema";
import { newCode, runCommand } from "../support/commands";
import { makePng } from "../support/picture";
import { database, makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const folder = mkdtempSync(join(tmpdir(), "provider-checkout-brand-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: Uint8Array | string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const RED = makePng(320, 80);
const BLUE = makePng(40, 40, [0, 0, 200]);
const providers = (...args: string[]) => runCommand("providers", args);
const update = (code: string, ...args: string[]) => providers("update", "--code", code, ...args);
const listed = async (code: string) =>
  (await providers("list")).rows.find((row) => row.provider_code === code)!;
const rowOf = async (code: string) => {
  const [row] = await database().select().from(provider).where(eq(provider.code, code));
  return row!;
};

describe("npm run providers -- update", () => {
  it("changes what is given, puts new lists in the old ones' place, and leaves the rest", async () => {
    const code = newCode();
    const [made] = (
      await providers(
        ...[
          "create",
          "--code",
          code,
          "--name",
          "Swan",
          "--phone",
          "(08) 5550 0100",
          "--email",
          "a@swan.example",
        ],
        ...["--origin", "https://a.swan.example", "--return-url", "https://swan.example/a"],
      )
    ).rows;
    const changed = await update(
      code,
      ...["--name", "Black Swan", "--email", "b@swan.example", "--no-return-url"],
      ...["--origin", "https://b.swan.example", "--origin", "https://c.swan.example"],
    );
    const expected = {
      ...made,
      name: "Black Swan",
      email: "b@swan.example",
      origins: ["https://b.swan.example", "https://c.swan.example"],
      return_urls: [],
    };
    expect(changed).toEqual({ code: 0, said: "", rows: [expected] });
    expect(await listed(code)).toEqual(expected);
  });

  it("keeps terms with their version, and takes no other text under the same one", async () => {
    const { code } = await makeProvider();
    const terms = file("terms.txt", "First paragraph.\r\n\r\nSecond.\r\n");
    const first = await update(code, "--terms", terms, "--terms-version", "2027-01");
    expect(first.rows).toMatchObject([{ terms_version: "2027-01" }]);
    expect((await rowOf(code)).terms).toBe("First paragraph.\n\nSecond.");
    const other = file("other.txt", "Another text.");
    const again = await update(code, "--terms", other, "--terms-version", "2027-01");
    expect(again).toMatchObject({
      code: 1,
      said: expect.stringContaining("A new text takes a new version."),
    });
    expect((await rowOf(code)).terms).toBe("First paragraph.\n\nSecond.");
    const alone = await update(code, "--terms", other);
    expect(alone).toMatchObject({ code: 1, said: expect.stringContaining("go together") });
  });

  it("keeps policies with their versions in the same way", async () => {
    const { code } = await makeProvider();
    const [privacy, refunds] = [file("privacy.txt", "We keep little."), file("refunds.txt", "All of it.")];
    const texts = ["--privacy", privacy, "--refunds", refunds];
    const versions = ["--privacy-version", "2027-01", "--refunds-version", "2027-02"];
    expect((await update(code, ...texts, ...versions)).rows).toMatchObject([
      { privacy_version: "2027-01", refunds_version: "2027-02" },
    ]);
    expect(await rowOf(code)).toMatchObject({ privacy: "We keep little.", refunds: "All of it." });
    const again = await update(code, "--refunds", privacy, "--refunds-version", "2027-02");
    expect(again).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^--refunds-version "2027-02": another/),
    });
    const alone = await update(code, "--privacy", privacy);
    expect(alone).toMatchObject({ code: 1, said: expect.stringContaining("go together") });
  });

  it("says what is wrong, and changes nothing then", async () => {
    const { code } = await makeProvider();
    const before = await listed(code);
    const faults: [args: string[], said: RegExp][] = [
      [[], /^Say what to change/],
      [
        ["--name", "B", "--accent", "#F5C400"],
        /^--accent "#F5C400": as text its contrast is 1\.48:1 .* #[0-9A-F]{6} for/,
      ],
      [["--name", "B", "--logo", file("logo.png", "<svg/>")], /SVG can carry scripts/],
      [["--logo", file("red.png", RED), "--no-logo"], /^--logo and --no-logo: take one\.$/m],
    ];
    for (const [args, said] of faults)
      expect(await update(code, ...args), args.join(" ")).toMatchObject({
        code: 1,
        rows: [],
        said: expect.stringMatching(said),
      });
    expect(await listed(code)).toEqual(before);
    expect(await update("nobody-here", "--name", "B")).toMatchObject({
      code: 1,
      said: expect.stringContaining('--code "nobody-here": there is no such provider.'),
    });
  });
});

describe.each(DOORS)("a provider's logo and accent, through the %s entry point", (door) => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(inject("stack").doors[door] + path, { headers });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  it("the logo is served as what it is, for good under its version; another picture has another address", async () => {
    const code = newCode();
    const args = ["create", "--code", code, "--name", "Swan", "--accent", "#8B1E3F"];
    const [made] = (await providers(...args, "--logo", file("red.png", RED))).rows;
    expect(made).toMatchObject({
      accent: "#8b1e3f",
      logo: expect.stringMatching(/^\/p\/.+\/logo\?v=[0-9a-f]{16}$/),
    });
    const first = await get(String(made!.logo));
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(await bytesOf(first)).toEqual(RED);
    const same = await get(String(made!.logo), { "If-None-Match": first.headers.get("etag")! });
    expect([same.status, await same.text()]).toEqual([304, ""]);

    const [changed] = (await update(code, "--logo", file("blue.png", BLUE))).rows;
    expect(changed!.logo).not.toBe(made!.logo);
    expect(await bytesOf(await get(String(changed!.logo)))).toEqual(BLUE);
    for (const address of [`/p/${code}/logo`, String(made!.logo)]) {
      const now = await get(address);
      expect(now.headers.get("cache-control")).toBe("no-cache");
      expect(await bytesOf(now)).toEqual(BLUE);
    }

    const [without] = (await update(code, "--no-logo", "--no-accent")).rows;
    expect(without).toMatchObject({ logo: null, accent: null });
    const gone = await get(String(changed!.logo));
    expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });

  it("a provider without a logo, and one that there is not, have none", async () => {
    const { code } = await makeProvider();
    for (const path of [`/p/${code}/logo`, "/p/nobody-here/logo"]) expect((await get(path)).status).toBe(404);
  });

  it("an accent's style sheet is there for readable colours only", async () => {
    const answer = await get("/accent/8b1e3f.css");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/css; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    expect(await answer.text()).toMatch(
      /^html:root \{ --color-accent: #8b1e3f; --color-on-accent: #ffffff; \}/,
    );
    for (const name of ["f5c400.css", "8B1E3F.css", "8b1e3f", "x.css", "8b1e3f.css.css"])
      expect((await get(`/accent/${name}`)).status, name).toBe(404);
  });
});
