import { describe, expect, it } from "vitest";
import { bankForm } from "./bank-details";
import type { BankFormValues } from "./bank-fields";
import { readForm } from "./read";

const GOOD: BankFormValues = {
  accountName: "Amelia Nguyen",
  bsb: "062000",
  accountNumber: "000123456",
  authorisesAlone: "yes",
};

const errorsOf = (changes: Partial<BankFormValues>) => {
  const read = readForm(bankForm, { ...GOOD, ...changes });
  return read.ok ? [] : Object.values(read.errors);
};

describe("the form of bank details", () => {
  it("keeps leading zeros and ignores spaces and hyphens", () => {
    expect(readForm(bankForm, { ...GOOD, bsb: " 062-000 ", accountNumber: "000 123–456" })).toEqual({
      ok: true,
      values: GOOD,
    });
  });

  it("tidies the account name's spaces", () => {
    expect(readForm(bankForm, { ...GOOD, accountName: "  Amelia \t Nguyen " })).toEqual({
      ok: true,
      values: GOOD,
    });
  });

  it.each([
    [{ accountName: " " }, "Enter the account name"],
    [{ accountName: "\u200b" }, "Enter the account name"],
    [{ accountName: "A\nB" }, "Account name must be on one line"],
    [{ accountName: "4242 4242 4242 4242" }, "Enter the account name, not a card number"],
    [{ accountName: "n".repeat(33) }, "Account name must be 32 characters or fewer"],
    [{ bsb: "" }, "Enter the BSB"],
    [{ bsb: "06200" }, "BSB must be 6 digits"],
    [{ bsb: "06200a" }, "BSB must be 6 digits"],
    [{ accountNumber: " - " }, "Enter the account number"],
    [{ accountNumber: "1234" }, "Account number must be 5 to 9 digits"],
    [{ accountNumber: "1234567890" }, "Account number must be 5 to 9 digits"],
    [{ accountNumber: "00000" }, "Account number must not be all zeros"],
    [{ authorisesAlone: "" }, "Select yes if you can authorise debits from this account on your own"],
    [{ authorisesAlone: "maybe" }, "Select yes if you can authorise debits from this account on your own"],
  ])("says of %j: %s", (changes, message) => {
    expect(errorsOf(changes)).toEqual([message]);
  });

  it("takes names of 32 characters, counted as people count", () => {
    expect(errorsOf({ accountName: "𝒜".repeat(32) })).toEqual([]);
  });

  it("lists one error a field, in the order of the fields", () => {
    const read = readForm(bankForm, { accountName: "", bsb: "", accountNumber: "", authorisesAlone: "" });
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual([
      "accountName",
      "bsb",
      "accountNumber",
      "authorisesAlone",
    ]);
  });
});
