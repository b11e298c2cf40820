import { describe, expect, it } from "vitest";
import { DECLARATIONS } from "../../domain/wording";
import { reviewForm } from "./review";

const MADE = { payment_plan_accepted: "on", information_confirmed: "on", privacy_consent_accepted: "on" };
const MESSAGES = {
  payment_plan_accepted: "Accept the payment plan agreement to continue",
  information_confirmed: "Confirm that your information is true and complete to continue",
  privacy_consent_accepted: "Consent to the use of your personal information to continue",
};

function errorsOf(declarations: object): Record<string, string> {
  const issues = reviewForm.safeParse(declarations).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

describe("the form of the three declarations", () => {
  it("is those of the agreement, each of which must be made", () => {
    expect(Object.keys(MADE)).toEqual(Object.keys(DECLARATIONS));
    expect(errorsOf(MADE)).toEqual({});
    for (const [name, message] of Object.entries(MESSAGES))
      expect(errorsOf({ ...MADE, [name]: "" })).toEqual({ [name]: message });
  });

  it("names all that are not made", () => {
    const none = Object.fromEntries(Object.keys(MADE).map((name) => [name, ""]));
    expect(errorsOf(none)).toEqual(MESSAGES);
  });

  it.each(["true", true, 1, null, undefined])("takes %j for no declaration", (value) => {
    expect(Object.keys(errorsOf({ ...MADE, payment_plan_accepted: value }))).toEqual([
      "payment_plan_accepted",
    ]);
  });
});
