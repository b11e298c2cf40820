import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { newCode, runCommand } from "../support/commands";
import { makeProvider } from "../support/provider";

const providers = (...args: string[]) => runCommand("providers", args);

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
      business_number: "12345678901",
      time_zone: "Australia/Perth",
      origins: ["https://enrol.swan.example", "http://localhost:4000"],
      return_urls: ["https://swan.example/enrolled"],
      logo: null,
      accent: null,
      terms_version: null,
      privacy_version: null,
      refunds_version: null,
      student_emails: true,
      policy: [],
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
    expect(again.said).toBe(`--code "${code}": a provider with this code exists already. Use another.\n`);
    const listed = (await providers("list")).rows.filter((row) => row.provider_code === code);
    expect(listed).toMatchObject([{ name: "First" }]);
  });

  it("tells all faults at once, each with its option and what to do", async () => {
    const { code, rows, said } = await providers(
      ...["create", "--email=office", "--time-zone", "Perth"],
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
    expect(said.split("\n").slice(0, 7)).toEqual([
      "--code is missing.",
      "--name is missing.",
      '--time-zone "Perth": this time zone is not known. Use a name like Australia/Perth.',
      '--email "office": an email address is like office@college.example.',
      expect.stringMatching(/^--origin "https:\/\/a\.example\/": .*Write https:\/\/a\.example\.$/),
      '--origin "http://a.example": http is for this machine only. Use https://a.example.',
      expect.stringMatching(/^--return-url .*: https:\/\/a\.example\/\.$/),
    ]);
    const usage = "npm run providers -- create --code CODE --name NAME [--time-zone ZONE]";
    expect(said).toContain(usage);
    const unknown = await providers("create", "--colour");
    expect(unknown.said).toMatch(/^Unknown option '--colour'/);
    expect(unknown.said).toContain(usage);
  });

  it("makes the new provider's key for the environment of the deployment, and nothing for an unknown one", async () => {
    const code = newCode();
    const args = ["create", "--code", code, "--name", "Live", "--key"];
    const unknown = await runCommand("providers", args, { ENVIRONMENT: "prod" });
    expect(unknown).toMatchObject({ code: 1, rows: [], said: expect.stringContaining("ENVIRONMENT") });
    const live = await runCommand("providers", args, { ENVIRONMENT: "production" });
    expect(live.rows).toMatchObject([{ provider_code: code, api_key: expect.stringMatching(/^pc_live_/) }]);
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
    const empty = await runCommand("providers", ["list"], { DATABASE_URL: url.href });
    expect(empty).toMatchObject({ code: 1, said: expect.stringContaining("npm run db:migrate") });
    url.port = "1";
    const away = await runCommand("providers", ["list"], { DATABASE_URL: url.href });
    expect(away).toMatchObject({ code: 1, said: expect.stringMatching(/^The database cannot be reached/) });
    expect(away.said).not.toContain(url.password);
  });
});
