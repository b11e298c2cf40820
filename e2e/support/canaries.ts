import { randomBytes, randomInt } from "node:crypto";
import { passesLuhn } from "../../packages/cards/card-number";

/** Values that are to be found nowhere but where they belong, made anew for each. */
export interface Canaries {
  student: { firstName: string; lastName: string; email: string };
  bank: { accountName: string; bsb: string; accountNumber: string };
  cardNumber: string;
  /** A key and its value, which may be about the student. */
  metadata: [key: string, value: string];
}

export function newCanaries(): Canaries {
  const letters = () =>
    randomBytes(8)
      .toString("hex")
      .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!);
  const digits = (length: number) => Array.from({ length }, () => randomInt(1, 10)).join("");
  let cardNumber: string;
  do cardNumber = `4${digits(15)}`;
  while (!passesLuhn(cardNumber));
  return {
    student: { firstName: `Fi${letters()}`, lastName: `La${letters()}`, email: `em${letters()}@example.com` },
    bank: { accountName: `Ac${letters()}`, bsb: `06${digits(4)}`, accountNumber: digits(9) },
    cardNumber,
    metadata: [`me${letters()}`, `ta${letters()}`],
  };
}

/** Digits alone are found where no other digit touches them, in groups too. */
const patternOf = (value: string): RegExp =>
  /^\d+$/.test(value)
    ? new RegExp(`(?<!\\d)${[...value].join("[ -]?")}(?!\\d)`)
    : new RegExp(value.replace(/[^\w]/g, "\\$&"), "i");

/** Those of the lines that hold one of the values, as they are or as the hex of a bytea. */
export function linesWith(values: Iterable<string>, text: string): string[] {
  const patterns = [...values].flatMap((value) => [
    patternOf(value),
    new RegExp(Buffer.from(value).toString("hex")),
  ]);
  return text.split("\n").filter((line) => patterns.some((pattern) => pattern.test(line)));
}
