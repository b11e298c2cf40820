import { describe, expect, it } from "vitest";
import { detailsForm } from "./details";

const GOOD = { firstName: "Amelia", lastName: "Nguyen", email: "amelia@example.com" };

/** The messages by field. */
function errorsOf(changes: Partial<typeof GOOD>): Record<string, string[]> {
  const read = detailsForm.safeParse({ ...GOOD, ...changes });
  const errors: Record<string, string[]> = {};
  for (const { path, message } of read.error?.issues ?? []) {
    errors[path.join(".")] ??= [];
    errors[path.join(".")]!.push(message);
  }
  return errors;
}

const EMAIL_FORMAT = "Enter an email address in the correct format, like name@example.com";

describe("the form of a student's details", () => {
  it("takes what a student enters, without the spaces around it", () => {
    const entered = { firstName: "  Amelia ", lastName: "\tNguyen", email: " amelia@example.com " };
    expect(detailsForm.parse(entered)).toEqual(GOOD);
  });

  it.each(["Zoë", "O'Brien", "van der Berg", "李", "José María", "Jr.", "X"])(
    "takes %s for a name",
    (name) => {
      expect(errorsOf({ firstName: name, lastName: name })).toEqual({});
    },
  );

  it("writes letters with marks in one way, however they were typed", () => {
    expect(detailsForm.parse({ ...GOOD, firstName: "Zoe\u0308" }).firstName).toBe("Zoë");
  });

  it("names every field that is empty, each once", () => {
    expect(errorsOf({ firstName: "", lastName: "", email: "" })).toEqual({
      firstName: ["Enter your first name"],
      lastName: ["Enter your last name"],
      email: ["Enter your email address"],
    });
  });

  it.each([" ", "\u200b", "\u00a0\t"])("takes %j for no name", (name) => {
    expect(errorsOf({ firstName: name })).toEqual({ firstName: ["Enter your first name"] });
  });

  it("takes names of 100 characters, and says so of longer ones", () => {
    for (const letter of ["a", "😀"]) {
      expect(errorsOf({ firstName: letter.repeat(100), lastName: letter.repeat(100) })).toEqual({});
      expect(errorsOf({ firstName: letter.repeat(101), lastName: letter.repeat(101) })).toEqual({
        firstName: ["First name must be 100 characters or fewer"],
        lastName: ["Last name must be 100 characters or fewer"],
      });
    }
  });

  it("takes an e-mail address of 254 characters, and says so of a longer one", () => {
    const ofLength = (length: number) => `name@${"aaa.".repeat(60)}${"b".repeat(length - 249)}.com`;
    expect(ofLength(254)).toHaveLength(254);
    expect(errorsOf({ email: ofLength(254) })).toEqual({});
    expect(errorsOf({ email: ofLength(255) })).toEqual({
      email: ["Email address must be 254 characters or fewer"],
    });
  });

  it.each(["name", "name@example", "@example.com", "na me@example.com", "name@example.com, b@example.com"])(
    "shows how an e-mail address looks to who enters %j",
    (email) => {
      expect(errorsOf({ email })).toEqual({ email: [EMAIL_FORMAT] });
    },
  );

  it("lets no card number through in any field, and repeats none", () => {
    const number = "4242 4242 4242 4242";
    expect(errorsOf({ firstName: number, lastName: `N ${number}` })).toEqual({
      firstName: ["First name must be a name"],
      lastName: ["Last name must be a name"],
    });
    expect(errorsOf({ email: "4242424242424242@example.com" })).toEqual({
      email: ["Email address looks like it contains a card number. Enter another email address"],
    });
  });

  it("lets no control characters through", () => {
    expect(errorsOf({ firstName: "Ame\u0000lia", lastName: "Ngu\nyen" })).toEqual({
      firstName: ["First name must be a name"],
      lastName: ["Last name must be a name"],
    });
  });
});
