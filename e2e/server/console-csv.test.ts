import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { checkout } from "../../drizzle/schema";
import { NEW_UUID } from "../../lib/db/sql";
import { idToUuid } from "../../lib/domain/ids";
import { newCaller } from "../support/api";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { IN_STATUS, payNow } from "../support/scenes";
import { member, staffBrowser } from "../support/staff";

const MANY = 3_000;

/** More of a provider's cancelled plan, as the list shows them. */
async function multiply({ id }: TestProvider): Promise<void> {
  const columns = Object.keys((await database().execute(sql`select * from ${checkout} limit 1`))[0]!);
  const values = columns.map((name) =>
    name === "id"
      ? NEW_UUID
      : name === "provider_order_id"
        ? sql`provider_order_id || '-' || n`
        : sql`${sql.identifier(name)}`,
  );
  const names = columns.map((name) => sql`${sql.identifier(name)}`);
  await database().execute(sql`
    insert into ${checkout} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
    from ${checkout}, generate_series(1, ${MANY}::int) n where provider_id = ${idToUuid(id)}::uuid`);
}

/** A page's cells, as a spreadsheet reads them. */
const cellsOf = (text: string) =>
  text
    .split("\r\n")
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = ""]) => cell.replaceAll('""', '"')),
    );

async function signedInAt(provider: TestProvider) {
  const browser = staffBrowser();
  await browser.signIn(await member({ providerId: provider.id, role: "viewer" }));
  const path = `/console/${provider.code}/checkouts.csv`;
  return { open: (query = "") => browser.open(path + query), browser };
}

describe("the list as CSV", () => {
  it("has each checkout of the provider once, the newest first, and none of another", async () => {
    const { client, provider } = await newCaller();
    await IN_STATUS.Cancelled(client, provider);
    await multiply(provider);
    const other = await newCaller();
    const foreign = await payNow(other.client, other.provider);
    const file = await (await signedInAt(provider)).open();
    expect(file.status).toBe(200);
    expect(file.text.startsWith('\ufeff"created","order_reference"')).toBe(true);
    const [, ...rows] = cellsOf(file.text);
    expect(rows).toHaveLength(MANY + 1);
    const ids = rows.map((row) => row.at(-1) ?? "");
    expect(new Set(ids).size).toBe(MANY + 1);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(file.text).not.toContain(foreign.id);
  });

  it("is a download that nobody keeps, with amounts and times as a spreadsheet reads them", async () => {
    const { client, provider } = await newCaller();
    const { id, orderId } = await payNow(client, provider);
    const { headers, text } = await (await signedInAt(provider)).open();
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${provider.code}-\\d{4}-\\d\\d-\\d\\d-checkouts\\.csv"`),
    );
    expect(cellsOf(text)[1]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+1[01]:00$/),
      orderId,
      "Amelia",
      "Nguyen",
      "amelia@example.com",
      "Certificate IV in Bookkeeping",
      "upfront_payment",
      "1500.00",
      "0.00",
      "Payment Processing",
      ...["", "", "", ""],
      id,
    ]);
  });

  it("runs nothing in a spreadsheet, whatever a student's name is", async () => {
    const { client, provider } = await newCaller();
    await payNow(client, provider);
    await database()
      .update(checkout)
      .set({ firstName: '=HYPERLINK("https://evil.example","x")' })
      .where(sql`${checkout.providerId} = ${idToUuid(provider.id)}::uuid`);
    const { text } = await (await signedInAt(provider)).open();
    expect(text).toContain(`,"'=HYPERLINK(""https://evil.example"",""x"")",`);
  });

  it("is narrowed as the list is", async () => {
    const { client, provider } = await newCaller();
    const paid = await payNow(client, provider);
    await IN_STATUS.Cancelled(client, provider);
    const { open } = await signedInAt(provider);
    for (const query of [
      "?type=upfront_payment",
      "?status=Payment+Processing&period=today",
      `?q=${paid.orderId}`,
    ]) {
      const [, ...rows] = cellsOf((await open(query)).text);
      expect([query, rows.map((row) => row.at(-1))]).toEqual([query, [paid.id]]);
    }
    expect(cellsOf((await open("?q=nobody@example.com")).text)).toHaveLength(1);
  });

  it("is for nobody who is not signed in, or has no role there", async () => {
    const provider = await makeProvider();
    const out = await staffBrowser().open(`/console/${provider.code}/checkouts.csv`);
    expect([out.status, out.headers.get("location")]).toEqual([
      307,
      expect.stringContaining("/console/sign-in?"),
    ]);
    const { browser } = await signedInAt(await makeProvider());
    expect((await browser.open(`/console/${provider.code}/checkouts.csv`)).status).toBe(404);
  });
});
