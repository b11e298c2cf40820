import { expect, it } from "vitest";
import { csvLine } from "./csv";

it("a line has each cell in quotes, and ends as RFC 4180 says", () => {
  expect(csvLine(["a", null, 'say "yes"', "b,c", "two\nlines"])).toBe(
    '"a","","say ""yes""","b,c","two\nlines"\r\n',
  );
});

it.each(["=HYPERLINK(1)", "+61 400", "-1", "@SUM(1)", "\tx", "\rx"])("%j is no formula", (text) => {
  expect(csvLine([text])).toBe(`"'${text}"\r\n`);
});

it("what only holds such a letter stays as it is", () => {
  expect(csvLine(["a=b", "amelia@example.com", " =1"])).toBe('"a=b","amelia@example.com"," =1"\r\n');
});
