import { describe, expect, it } from "vitest";
import { readDirectory } from "./read-bank-directory";

const SYDNEY = { bsb: "062000", bank: "CBA", branch: "48 Martin Place" };
const PLUS = { bsb: "012002", bank: "ANZ", branch: "ANZ Smart Choice" };

describe("a file with the directory of BSBs", () => {
  it.each([
    [
      "as it is published",
      '"012-002","ANZ","ANZ Smart Choice","115 Pitt Street","Sydney","NSW","2000","PEH"\r\n' +
        '"062-000","CBA","48 Martin Place","48 Martin Place","Sydney","NSW","2000","PEH"\r\n',
    ],
    [
      "with names of the columns, empty lines and a mark of its encoding",
      "\uFEFFBSB,Bank,Branch\n\n012002,ANZ,ANZ Smart Choice\n \n062 000,CBA,48 Martin Place",
    ],
    [
      "with semicolons",
      "012-002;ANZ;ANZ Smart Choice;115 Pitt Street, 1\n062-000 ; CBA ; 48 Martin Place;\n",
    ],
    ["with tabs", "012-002\tANZ\tANZ Smart Choice\tx\n062-000\tCBA\t48 Martin Place\t\n"],
  ])("is read %s", (_, text) => {
    expect(readDirectory(text)).toEqual({ branches: [PLUS, SYDNEY], closed: 0 });
  });

  it("may have separators, quotes and line breaks in quotes", () => {
    const text = '062-000,CBA,"Martin ""Place"", 48\nSydney"\n012-002,ANZ,"ANZ Smart Choice"\n';
    expect(readDirectory(text)).toEqual({
      branches: [{ ...SYDNEY, branch: 'Martin "Place", 48 Sydney' }, PLUS],
      closed: 0,
    });
  });

  it("leaves out the BSBs that are no longer used, and counts them", () => {
    const text = "062-000,CBA,48 Martin Place\n012-003,ANZ,Closed,Refer to BSB 012-002\n";
    expect(readDirectory(text)).toEqual({ branches: [SYDNEY], closed: 1 });
  });

  it.each([
    ["", ["It holds no BSB."]],
    ["BSB,Bank,Branch\n", ["It holds no BSB."]],
    [
      "062-000,CBA,Sydney\n\n062-00,CBA,Sydney\n",
      ['Line 3: "062-00" is no BSB. It has six digits, as 062-000.'],
    ],
    ["062-000,CBA,Sydney\n062000,CBA,Sydney\n", ["Line 2: the BSB 062000 stands in line 1 too."]],
    [
      "062-000\n012-002,ANZ\n",
      [
        "Line 1: the bank is missing, which stands behind the BSB.",
        "Line 2: the branch is missing, which stands behind the bank.",
      ],
    ],
    [
      '062-000,CBA,"a\nb"\n012-002,ANZ,"Smart\n',
      ["Line 3: a quote is not closed, or text stands behind it."],
    ],
    [`062-000,CBA,${"x".repeat(101)}\n`, ['Line 1: "xxxxxxxxxxxxxxxxxxxx…" is longer than 100 characters.']],
  ])("is refused by its lines: %j", (text, faults) => {
    expect(readDirectory(text)).toEqual({ faults });
  });

  it("is read in time that grows with its size, whatever it holds", () => {
    const text = `062-000,CBA,${" ".repeat(50_000)}x"\n`;
    expect(readDirectory(text)).toMatchObject({ faults: [expect.stringContaining("a quote is not closed")] });
  });

  it("tells the first ten faults, and how many more there are", () => {
    const { faults } = readDirectory("1,CBA,Sydney\n".repeat(25)) as { faults: string[] };
    expect(faults).toHaveLength(11);
    expect(faults.at(-1)).toBe("And 15 faults more.");
  });
});
