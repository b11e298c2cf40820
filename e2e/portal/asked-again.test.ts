import { describe, expect, it } from "vitest";
import { atReview, begin, DECLARED, DETAILS } from "./student";

describe("an address that seems mistyped", () => {
  const QUESTION = "Did you mean gmail.com? Correct it, or continue to keep it";
  const TYPED = { ...DETAILS, email: "linh@gmial.com" };

  it("is asked about once, with whatever else is wrong, and kept where it is sent again", async () => {
    const student = await begin();
    expect(await student.saveDetails({ ...TYPED, firstName: "" })).toEqual({
      ok: false,
      errors: { firstName: "Enter your first name", email: QUESTION },
      notice: null,
    });
    expect(await student.saveDetails(TYPED)).toEqual({
      ok: false,
      errors: { email: QUESTION },
      notice: null,
    });
    expect((await student.view()).student).toBeNull();
    expect(await student.saveDetails({ ...TYPED, askedEmail: TYPED.email })).toEqual({
      ok: true,
      step: "pay",
    });
    // Another detail is no reason to ask again.
    expect(await student.saveDetails({ ...TYPED, lastName: "Tran" })).toEqual({ ok: true, step: "pay" });
  });

  it("is asked about again where it is another one", async () => {
    const student = await begin();
    const other = { ...DETAILS, email: "linh@gmal.com", askedEmail: TYPED.email };
    expect(await student.saveDetails(other)).toMatchObject({ ok: false });
  });
});

it("a plan is not signed by the form of another version of the agreement", async () => {
  const student = await atReview();
  const signed = await student.confirm(DECLARED, undefined, "1999-01");
  expect(signed).toEqual({ ok: true, step: "review", undone: "wording" });
  expect(await student.step()).toBe("review");
  expect(await student.confirm()).toEqual({ ok: true, step: "done" });
});
