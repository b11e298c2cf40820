import { describe, expect, it } from "vitest";
import { addDays } from "../../packages/dates/calendar";
import { changeUntil, dateToAskFor, firstDebitDate, handOverDay } from "./plan-dates";

describe("the cut-off of a debit", () => {
  it("is three business days before its date, and the student can change it until the business day before that", () => {
    expect(handOverDay("2026-12-24")).toBe("2026-12-21");
    expect(changeUntil("2026-12-21")).toBe("2026-12-18");
  });

  it("does not count weekends and national holidays", () => {
    // 25 December 2026 is a Friday, and the 28th replaces the 26th, a Saturday.
    expect(handOverDay("2026-12-31")).toBe("2026-12-24");
    expect(handOverDay("2027-01-04")).toBe("2026-12-29");
  });
});

describe("a hand-over", () => {
  it("on its day asks for the date that was agreed, whatever the day", () => {
    for (let date = "2026-12-01"; date < "2028-01-01"; date = addDays(date, 1)) {
      const debit = dateToAskFor(date, "2026-01-01");
      expect(dateToAskFor(debit, handOverDay(debit))).toBe(debit);
    }
  });

  it("asks for it too where the banks' day is still the one before", () => {
    expect(dateToAskFor("2026-12-24", "2026-12-20")).toBe("2026-12-24");
    expect(dateToAskFor("2026-12-24", "2026-12-18")).toBe("2026-12-24");
  });

  it("that is late asks for the first date that is possible", () => {
    expect(dateToAskFor("2026-12-02", "2026-12-02")).toBe("2026-12-07");
    // On a Saturday nothing is sent to the bank before Monday.
    expect(firstDebitDate("2026-12-05")).toBe("2026-12-09");
  });
});
