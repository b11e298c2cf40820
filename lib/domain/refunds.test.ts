import { expect, it } from "vitest";
import { refundedText } from "./refunds";

type Given = Parameters<typeof refundedText>[0];

const told = (refundedCents: number, ...events: [Given["timeline"][number]["type"], string][]) =>
  refundedText({
    checkout: { refundedCents },
    provider: { timeZone: "Australia/Sydney" },
    timeline: events.map(([type, at]) => ({ type, occurredAt: new Date(at) })),
  });

it("a student is told how much was refunded, and on which day at the provider", () => {
  expect(told(0, ["card_payment.succeeded", "2026-11-20T00:00:00Z"])).toBeNull();
  expect(told(25_000, ["refund.succeeded", "2026-11-23T23:30:00Z"])).toBe("$250.00 on 24 November 2026");
  expect(
    told(150_000, ["refund.succeeded", "2026-11-23T00:00:00Z"], ["refund.succeeded", "2026-12-01T00:00:00Z"]),
  ).toBe("$1,500.00, the last part on 1 December 2026");
});

it("no day is told once a refund has come back, because it may be the day of that one", () => {
  const [made, back] = ["2026-11-23T00:00:00Z", "2026-11-25T00:00:00Z"];
  expect(told(0, ["refund.succeeded", made], ["refund.failed", back])).toBeNull();
  expect(told(5_000, ["refund.succeeded", made], ["refund.succeeded", made], ["refund.failed", back])).toBe(
    "$50.00",
  );
});
