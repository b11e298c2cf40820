import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { describe, expect, inject, it } from "vitest";
import { api } from "./support/api";
import { makeProvider } from "./support/provider";

const newCode = () => `cli-${randomBytes(6).toString("hex")}`;

interface Ending {
  code: number;
  rows: Record<string, unknown>[];
  said: string;
}

/** Runs a command as npm does, on the tests' database. */
function runScript(script: string, args: string[], settings: Record<string, string> = {}): Promise<Ending> {
  const env = { ...process.env, DATABASE_URL: inject("stack").databaseUrl, ...settings };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", "tsx", `scripts/${script}.ts`, ...args],
      { env },
      (error, out, said) =>
        resolve({
          code: error ? Number(error.code) : 0,
          rows: out
            .split("\n")
            .filter((line) => line.startsWith("{"))
            .map((line) => JSON.parse(line)),
          said,
        }),
    );
  });
}
const providers = (...args: string[]) => runScript("providers", args);
const courses = (...args: string[]) => runScript("courses", args);

describe("npm run providers", () => {
  it("creates a provider with all that is given, lists it, and its key opens the API", async () => {
    const code = newCode();
    const created = await providers(
      ...["create", "--code", code, "--name", "Swan River College", "--legal-name", "Swan River Pty Ltd"],
      ...[
        "--email",
        "office@swan.example",
        "--phone",
        "(08) 5550 0100",
        "--business-number",
        "12 345 678 901",
      ],
      ...["--time-zone", "Australia/Perth", "--origin", "https://enrol.swan.example"],
      ...["--origin", "http://localhost:4000", "--return-url", "https://swan.example/enrolled", "--key"],
    );
    expect(created).toMatchObject({ code: 0, said: "" });
    const [{ api_key: key, ...row } = {}] = created.rows;
    expect(row).toEqual({
      provider_code: code,
      name: "Swan River College",
      legal_name: "Swan River Pty Ltd",
      email: "office@swan.example",
      phone: "(08) 5550 0100",
      business_number: "12 345 678 901",
      time_zone: "Australia/Perth",
      origins: ["https://enrol.swan.example", "http://localhost:4000"],
      return_urls: ["https://swan.example/enrolled"],
      created_at: expect.stringMatching(/^\d{4}-.+Z$/),
    });
    expect((await providers("list")).rows).toContainEqual(row);
    expect((await api("server", String(key)).get("/v1/provider-checkouts")).status).toBe(200);
  });

  it("needs a code and a name only, and shows a key only when asked", async () => {
    const code = newCode();
    const { rows } = await providers("create", "--code", code, "--name", "Plain");
    expect(rows).toMatchObject([{ provider_code: code, legal_name: "Plain", time_zone: "Australia/Sydney" }]);
    expect(rows[0]).not.toHaveProperty("api_key");
  });

  it("refuses a code that is taken, and changes nothing", async () => {
    const { code } = await makeProvider({ name: "First" });
    const again = await providers("create", "--code", code, "--name", "Second", "--key");
    expect(again).toMatchObject({ code: 1, rows: [] });
    expect(again.said).toBe(`--code "${code}": there is a provider with this code. Take another.\n`);
    const listed = (await providers("list")).rows.filter((row) => row.provider_code === code);
    expect(listed).toMatchObject([{ name: "First" }]);
  });

  it("tells all faults at once, each with its option and what to do", async () => {
    const { code, rows, said } = await providers(
      ...["create", "--code", "-x", "--colour", "--email=office", "--time-zone", "Perth"],
      ...[
        "--origin",
        "https://a.example/",
        "--origin",
        "http://a.example",
        "--return-url",
        "https://a.example/?x=1",
      ],
    );
    expect({ code, rows }).toEqual({ code: 1, rows: [] });
    expect(said.split("\n").slice(0, 8)).toEqual([
      "--code needs a value: --code CODE.",
      "There is no option --colour.",
      "--name is missing.",
      '--email "office": an e-mail address is like office@college.example.',
      '--time-zone "Perth": this time zone is not known; take a name like Australia/Perth.',
      expect.stringMatching(/^--origin "https:\/\/a\.example\/": .*: https:\/\/a\.example\.$/),
      '--origin "http://a.example": only this machine may use http; take https://a.example.',
      expect.stringMatching(/^--return-url .*: https:\/\/a\.example\/\.$/),
    ]);
    expect(said).toContain("npm run providers -- create --code CODE --name NAME [--legal-name NAME]");
  });

  it("makes no key of the sandbox in production, and no provider either", async () => {
    const code = newCode();
    const args = ["create", "--code", code, "--name", "Live", "--key"];
    expect(await runScript("providers", args, { ENVIRONMENT: "production" })).toMatchObject({
      code: 1,
      rows: [],
    });
    expect((await providers("list")).rows.filter((row) => row.provider_code === code)).toEqual([]);
  });

  it("tells what commands there are", async () => {
    for (const args of [[], ["delete"]]) {
      const { code, said } = await providers(...args);
      expect(code).toBe(1);
      expect(said).toMatch(/npm run providers -- create --code .*\n.*npm run providers -- list/);
    }
  });

  it("tells of a database that cannot be reached, or has no tables", async () => {
    const url = new URL(inject("stack").databaseUrl);
    url.pathname = "/postgres";
    const empty = await runScript("providers", ["list"], { DATABASE_URL: url.href });
    expect(empty).toMatchObject({ code: 1, said: expect.stringContaining("npm run db:migrate") });
    url.port = "1";
    const away = await runScript("providers", ["list"], { DATABASE_URL: url.href });
    expect(away).toMatchObject({ code: 1, said: expect.stringMatching(/^The database cannot be reached/) });
    expect(away.said).not.toContain(url.password);
  });
});

describe("npm run courses", () => {
  it("adds courses in their order, and lists them", async () => {
    const { code } = await makeProvider();
    const first = await courses(
      ...["add", "--provider", code, "--name", "Café Management (Level 2)", "--price", "1500.00"],
      ...["--intake", "July 2027", "--length", "8 weeks"],
    );
    expect(first).toMatchObject({ code: 0, said: "" });
    expect(first.rows).toMatchObject([
      { slug: "cafe-management-level-2", intake: "July 2027", length: "8 weeks", price: 1500 },
    ]);
    await courses("add", "--provider", code, "--name", "A", "--slug", "short", "--price", "0.01");
    await courses("add", "--provider", code, "--name", "B", "--price", "100000");
    const { rows } = await courses("list", "--provider", code);
    expect(rows.map(({ slug, price }) => [slug, price])).toEqual([
      ["cafe-management-level-2", 1500],
      ["short", 0.01],
      ["b", 100_000],
    ]);
  });

  it("refuses a price that no course may have", async () => {
    const { code } = await makeProvider();
    const refused = await courses("add", "--provider", code, "--name", "A", "--price", "100000.01");
    expect(refused).toMatchObject({
      code: 1,
      rows: [],
      said: expect.stringMatching(/^--price "100000.01": a price is/),
    });
    expect((await courses("list", "--provider", code)).rows).toEqual([]);
  });

  it("refuses a slug that the provider has, and a provider that there is not", async () => {
    const { code } = await makeProvider();
    await courses("add", "--provider", code, "--name", "A", "--price", "10");
    const again = await courses("add", "--provider", code, "--name", "A", "--price", "20");
    expect(again).toMatchObject({ code: 1, rows: [], said: expect.stringContaining("--slug") });
    const stranger = await courses("add", "--provider", "nobody-here", "--name", "A", "--price", "20");
    expect(stranger).toMatchObject({ code: 1, said: expect.stringContaining("npm run providers -- list") });
  });
});
