import { expect, test } from "vitest";
import { newId } from "../domain/ids";
import { soughtBy } from "./sought";

const sought = (text: string, today = "2026-11-28") => soughtBy(text, "Australia/Sydney", today);

test("an id is found by its letters, also in capitals and with spaces around it", () => {
  const [checkout, refund, request] = [newId("chk"), newId("ref"), newId("req")];
  expect(sought(` ${checkout.toUpperCase()} `)).toEqual({ by: "checkout", id: checkout });
  expect(sought(refund)).toEqual({ by: "record", prefix: "ref", id: refund });
  expect(sought(request)).toEqual({ by: "request", id: request });
});

test("a text that only begins like an id is a word", () => {
  expect(sought("chk_1")).toMatchObject({ by: "word", name: "chk_1" });
});

test("an email address is told from a name", () => {
  expect(sought("Amelia@Example.com")).toEqual({ by: "email", email: "Amelia@Example.com" });
  expect(sought("Amelia  Nguyen")).toMatchObject({ by: "word", name: "Amelia Nguyen" });
});

test("a reference is looked for as typed and in capitals", () => {
  expect(sought("mvc-7k2p")).toMatchObject({ references: ["mvc-7k2p", "MVC-7K2P"] });
  expect(sought("MVC-7K2P")).toMatchObject({ references: ["MVC-7K2P"] });
});

test.each(["57.69 24 Nov 2026", "$57.69 on 24 November 2026", "2026-11-24 57.69", "24/11/2026 $57.69"])(
  "an amount and its date are read in %j, for that day in the provider's zone",
  (text) => {
    const from = new Date("2026-11-23T13:00:00Z");
    const paid = { cents: 5_769, date: "2026-11-24", from, to: new Date("2026-11-24T13:00:00Z") };
    expect(sought(text)).toEqual({ by: "payment", paid });
  },
);

test.each([
  ["$57.69 on 3 December", "2026-11-28", "2026-12-03"],
  ["57.69 3/12", "2027-01-08", "2026-12-03"],
  ["57.69 2 Jan", "2026-12-30", "2027-01-02"],
])("a date without a year is the nearest: %j on %s", (text, today, date) => {
  expect(sought(text, today)).toMatchObject({ by: "payment", paid: { cents: 5_769, date } });
});

test.each(["57.69", "57.69 31 Feb 2026", "57.69 31 Feb", "24 Nov 2026", "1.234 24 Nov 2026"])(
  "%j is no payment",
  (text) => {
    expect(sought(text)).toMatchObject({ by: "word" });
  },
);

test.each(["062-000 …678", "062000 678", "062-000 ending 678", "062 000 678"])(
  "a BSB with the last three digits of the account is read in %j",
  (text) => {
    expect(sought(text)).toEqual({ by: "account", account: { bsb: "062-000", ending: "678" } });
  },
);

test.each(["062000678", "062-000", "062-000 5678"])("%j is no account", (text) => {
  expect(sought(text)).toMatchObject({ by: "word" });
});

test("nothing is looked for by an empty text", () => {
  expect(sought(" \u200b ")).toBeNull();
});
