import { expect, it } from "vitest";
import { withoutCard } from "./deliver";

it("keeps no card number of an answer, and takes no timestamp for one", () => {
  expect(withoutCard("paid with 4242.4242.4242.4242")).toBe("(withheld: it holds a card number)");
  const answer = '{"at":1763769600008,"on":"2026-11-22 09:48:03.123"}';
  expect(withoutCard(answer)).toBe(answer);
  expect(withoutCard(null)).toBeNull();
});
