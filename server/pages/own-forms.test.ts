import { expect, test } from "vitest";
import { isOwnForm } from "./own-forms";

const TYPE = "multipart/form-data; boundary=b";
const part = (head: string, text: string) =>
  `--b\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${text}\r\n`;
const file = (name: string) => part(`"${name}"; filename="a.png"\r\nContent-Type: image/png`, "\xff\x00");

/** @param hasFile whether the page takes files */
const isOurs = (parts: string, hasFile = true, isCall = false) =>
  isOwnForm(TYPE, { isCall, hasFile }, Buffer.from(`${parts}--b--\r\n`, "latin1"));

test("a file is taken where the page has a field for one, and nowhere else", () => {
  const id = part(`"$ACTION_ID_${"0".repeat(42)}"`, "");
  expect(isOurs(id + file("logo"))).toBe(true);
  expect(isOurs(id + file("logo"), false)).toBe(false);
  expect(isOurs(part('"0"', '["a"]') + file("_1_logo"), true, true)).toBe(true);
});

test("a file is no part of what names an action, or of what a call is given", () => {
  for (const name of ["$ACTION_KEY", `$ACTION_ID_${"0".repeat(42)}`, "$ACTION_1:0", "0", "a\\b"])
    expect([name, isOurs(file(name))]).toEqual([name, false]);
  expect(isOurs(file("_1_logo"), true, true)).toBe(false);
});
