import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { findBank } from "../../lib/banks/find-bank";
import type { Db } from "../../lib/db/client";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { database } from "../support/provider";

let databaseUrl: string;
let db: Db;
beforeAll(async () => {
  databaseUrl = await makeDatabase(inject("cluster"));
  db = database(databaseUrl);
});

const banks = (...args: string[]) => runCommand("banks", args, { DATABASE_URL: databaseUrl });
const bankOf = (bsb: string) => findBank({ db, environment: "sandbox" }, bsb);

function file(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-banks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "bsb.csv"), text);
  return join(folder, "bsb.csv");
}

describe("npm run banks", () => {
  it("imports a directory, which then decides which BSBs are known, and takes it away again", async () => {
    expect(await banks("status")).toMatchObject({ code: 0, rows: [{ known_by: "prefixes", bsbs: 0 }] });
    expect(await bankOf("063999")).toBe("Commonwealth Bank");
    const directory =
      '"062-000","CBA","48 Martin Place","48 Martin Place","Sydney","NSW","2000","PEH"\n' +
      '"999-001","NEW","New Bank"\n"012-003","ANZ","Closed"\n';
    const imported = await banks("import", "--file", file(directory));
    expect(imported).toEqual({ code: 0, said: "", rows: [{ bsbs: 2, banks: 2, closed: 1 }] });
    expect(await bankOf("062000")).toBe("Commonwealth Bank, 48 Martin Place");
    expect(await bankOf("999001")).toBe("NEW, New Bank");
    expect(await bankOf("000000")).toBe("Sandbox test bank");
    for (const unknown of ["063999", "012003"]) expect(await bankOf(unknown)).toBeNull();

    expect((await banks("status")).rows).toEqual([{ known_by: "directory", bsbs: 2, banks: 2 }]);
    expect((await banks("remove")).rows).toEqual([{ known_by: "prefixes", bsbs: 0, banks: 0 }]);
    expect(await bankOf("063999")).toBe("Commonwealth Bank");
  });

  it("puts a directory in the old one's place, however many rows it has and how many import at once", async () => {
    await banks("import", "--file", file("062-000,CBA,Old\n"));
    const rows = Array.from({ length: 12_000 }, (_, at) => `${String(100_000 + at)},XYZ,Branch ${at}`);
    const path = file(rows.join("\n"));
    const both = await Promise.all([1, 2].map(() => banks("import", "--file", path)));
    for (const one of both)
      expect(one).toMatchObject({ code: 0, said: "", rows: [{ bsbs: 12_000, banks: 1 }] });
    expect(await bankOf("062000")).toBeNull();
    expect(await bankOf("111999")).toBe("St.George Bank, Branch 11999");
  });

  it("changes nothing where the file has a fault, and names its line", async () => {
    await banks("import", "--file", file("062-000,CBA,Sydney\n"));
    const refused = await banks("import", "--file", file("062-000,CBA,Sydney\n06200,CBA,Sydney\n"));
    expect(refused).toMatchObject({
      code: 1,
      rows: [],
      said: expect.stringMatching(/nothing was imported\.\nLine 2: "06200" is no BSB/),
    });
    expect((await banks("status")).rows).toMatchObject([{ bsbs: 1 }]);
    expect((await banks("import")).said).toMatch(/^--file is missing/);
  });
});
