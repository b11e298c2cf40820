import { expect, it } from "vitest";
import type { DeclinedBy } from "../../lib/domain/declines";
import { memoryBuckets } from "../../packages/http/limits/bucket";
import { createDeclines } from "./declines";

function scene() {
  let at = 0;
  const told: DeclinedBy[] = [];
  const declines = createDeclines(
    memoryBuckets(() => at),
    (by) => told.push(by),
  );
  /** Tries a card. @returns the seconds to wait; 0 where it was declined */
  async function tryCard(
    address: string | null = "203.0.113.9",
    courseName = "Baking",
    providerCode = "prv_a",
  ) {
    const begun = await declines.begin(address);
    if ("waitSeconds" in begun) return begun.waitSeconds;
    await declines.count({ address, requestId: "req_1", providerCode, courseName });
    begun.end();
    return 0;
  }
  return {
    declines,
    told,
    tryCard,
    pass: (seconds: number) => {
      at += seconds * 1000;
    },
  };
}

it("a network has ten declines an hour, whichever enrolment, course or provider they are of", async () => {
  const { tryCard, told } = scene();
  let declined = 0;
  for (let card = 0; card < 60; card++)
    if ((await tryCard("203.0.113.9", `Course ${card % 5}`, `prv_${card % 3}`)) === 0) declined++;
  expect(declined).toBe(10);
  expect(told).toEqual(["network"]);
  expect(await tryCard("203.0.113.10")).toBe(0);
});

it("then it waits, each time twice as long", async () => {
  const { tryCard, pass } = scene();
  for (let card = 0; card < 10; card++) await tryCard();
  const waits: number[] = [];
  for (let card = 0; card < 8; card++) {
    const wait = await tryCard();
    waits.push(Math.round(wait / 60));
    pass(wait - 1);
    expect(await tryCard()).toBe(1);
    pass(1);
    expect(await tryCard()).toBe(0);
  }
  expect(waits.slice(0, 4)).toEqual([6, 12, 24, 48]);
  for (const [at, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(waits[at - 1] ?? 0);
});

it("sixty cards sent at once are no way around it", async () => {
  const { declines, told } = scene();
  const begun = await Promise.all(Array.from({ length: 60 }, () => declines.begin("2001:db8::1")));
  const admitted = begun.filter((one) => "end" in one);
  expect(admitted.length).toBe(30);
  for (const one of admitted) {
    await declines.count({
      address: "2001:db8::2",
      requestId: "req_1",
      providerCode: "prv_a",
      courseName: "Baking",
    });
    one.end();
  }
  expect(await declines.begin("2001:db8::3")).toMatchObject({ waitSeconds: expect.any(Number) });
  expect(told).toContain("network");
});

it("cards that are not declined leave a classroom alone", async () => {
  const { declines } = scene();
  for (let card = 0; card < 500; card++) {
    const begun = await declines.begin("203.0.113.9");
    if (!("end" in begun)) throw new Error("A card was refused");
    begun.end();
  }
});

it("what a provider's own system sends is never refused, and an unusual number is told", async () => {
  const { tryCard, told } = scene();
  for (let card = 0; card < 40; card++) expect(await tryCard(null)).toBe(0);
  expect(told).toEqual(Array(10).fill("course"));
  for (let card = 0; card < 70; card++) await tryCard(null, `Course ${card}`);
  expect(told.slice(10)).toEqual(Array(10).fill("provider"));
});
