import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { checkout } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { keysOf } from "../../packages/text/narrow";
import { type Caller, newCaller } from "../support/api";
import { type Html, words } from "../support/html-form";
import { database } from "../support/provider";
import { payNow } from "../support/scenes";
import { member, staffBrowser } from "../support/staff";

const MANY = 30;
/** Each price twice, and neither in the order of time nor of changes. */
const PRICES = Array.from({ length: MANY }, (_, at) => 100 + ((at * 7) % (MANY / 2)));

let setting: Caller;
let browser: ReturnType<typeof staffBrowser>;
/** Oldest first. */
const ids: string[] = [];

beforeAll(async () => {
  setting = await newCaller();
  for (const [at, price] of PRICES.entries()) {
    const pricing = { course_price: price, amount_to_finance: price, upfront_payment: price };
    const paid = { instalment_amount: price };
    const changes = { pricing, plan: paid, card_payment: { amount_to_charge_now: price } };
    const { id } = await payNow(setting.client, setting.provider, "visa", changes);
    ids.push(id);
    await database()
      .update(checkout)
      .set({ updatedAt: new Date(Date.now() - ((at * 11) % MANY) * 60_000) })
      .where(eq(checkout.id, id as Id<"chk">));
  }
  browser = staffBrowser();
  await browser.signIn(await member({ providerId: setting.provider.id, role: "viewer" }));
});

const open = (query: string) => browser.open(`/console/${setting.provider.code}${query}`);
const shown = ({ text }: Html) => [...text.matchAll(/\/checkouts\/(chk_\w+)"/g)].map(([, id]) => id);
const linkOf = ({ text }: Html, name: string) =>
  new RegExp(`href="[^"?]*(\\?[^"]*)"[^>]*>${name}<`).exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
const orderOf = (value: (at: number) => number) =>
  ids
    .map((id, at) => ({ id, at }))
    .toSorted((one, other) => value(one.at) - value(other.at))
    .map(({ id }) => id);

const price = (at: number) => PRICES[at] ?? 0;
const changed = (at: number) => (at * 11) % MANY;
const tie = (at: number) => at / 1_000;
const ORDERS = {
  newest: (at: number) => -at,
  oldest: (at: number) => at,
  changed,
  highest: (at: number) => -price(at) - tie(at),
  lowest: (at: number) => price(at) + tie(at),
};

describe("the list of checkouts", () => {
  it.each(keysOf(ORDERS))("has each once with the order %s, over two pages", async (sort) => {
    const first = await open(`?sort=${sort}&type=upfront_payment`);
    const second = await open(linkOf(first, "Next page"));
    expect([...shown(first), ...shown(second)]).toEqual(orderOf(ORDERS[sort]));
    expect([shown(first).length, linkOf(second, "Next page")]).toEqual([25, ""]);
    expect(shown(await open(linkOf(second, "First page")))).toEqual(shown(first));
  });

  it.each([
    ["", "Created", "descending"],
    ["?sort=oldest", "Created", "ascending"],
    ["?sort=changed", "Last changed", "descending"],
    ["?sort=highest", "Price", "descending"],
    ["?sort=lowest", "Price", "ascending"],
  ])("sorted by %s says so in its head, which leads to the other way", async (query, head, order) => {
    const page = await open(query);
    const sorted = [...page.text.matchAll(/<th[^>]*aria-sort="(\w+)"[^>]*><a[^>]*>([^<]*)/g)];
    expect(sorted.filter(([, how]) => how !== "none").map(([, how, name]) => [name, how])).toEqual([
      [head, order],
    ]);
    const other = await open(linkOf(page, head));
    expect(shown(other)).not.toEqual(shown(page));
  });

  it("is of 90 days by price where no period was chosen, and a search has no order by price", async () => {
    expect((await open("?sort=highest")).text).toMatch(/<option value="quarter" selected="">/);
    const page = await open("?sort=highest&q=Amelia");
    expect(words(page)).toContain("Found, newest first");
    expect(shown(await open("?sort=oldest&q=Amelia"))[0]).toBe(ids[0]);
  });

  it.each([
    ["?sort=oldest", "sort=lowest&period=week"],
    ["", "status=Payment+Processing"],
    ["?sort=changed", "q=Amelia&sort=changed"],
  ])("of %s has no page in the list of %s, which says so", async (one, other) => {
    const place = /before=[^&]+/.exec(linkOf(await open(one), "Next page"))?.[0];
    const page = await open(`?${other}&${place}`);
    expect([page.status, shown(page)]).toEqual([200, []]);
    expect(words(page)).toContain("This page belongs to another list");
    expect(shown(await open(linkOf(page, "Start at the first page")))).toHaveLength(25);
  });

  it.each(["chk_x", "x", `${"9".repeat(30)}..`, "%00", "a.b.c"])(
    "has no page at the place %s",
    async (place) => {
      expect(words(await open(`?sort=changed&before=${place}`))).toContain(
        "This page belongs to another list",
      );
    },
  );
});
