import { describe, expect, test } from "vitest";
import { displayName } from "./names";

const whole = (firstName: string, lastName: string) => displayName({ firstName, lastName });

describe("a name", () => {
  test.each([
    ["小龙", "李", "李小龙"],
    ["静怡", "欧阳", "欧阳静怡"],
    ["太郎", "佐々木", "佐々木太郎"],
    ["さくら", "田中", "田中さくら"],
    ["민준", "김", "김민준"],
  ])("in Chinese, Japanese or Korean writing begins with the family: %s, %s", (first, last, expected) => {
    expect(whole(first, last)).toBe(expected);
  });

  test.each([
    ["Linh", "Nguyễn", "Nguyễn Linh"],
    ["Thị Minh Khai", "Nguyễn", "Nguyễn Thị Minh Khai"],
    ["Hương", "Lê", "Lê Hương"],
    ["Đức", "Trần Văn", "Trần Văn Đức"],
    ["Linh", "Nguyễn".normalize("NFD"), `${"Nguyễn".normalize("NFD")} Linh`],
  ])("that is Vietnamese as Vietnamese is written does so too: %s, %s", (first, last, expected) => {
    expect(whole(first, last)).toBe(expected);
  });

  test.each([
    ["Amelia", "Nguyen"],
    ["Linh", "Nguyen"],
    ["Amelia", "Nguyễn"],
    ["Xiaolong", "李"],
    ["Linh 张", "Ẹ̀kọ́"],
    ["Đorđe", "Petrović"],
    ["Ọlá", "Adébáyọ̀"],
    ["Hélène", "Lê"],
    ["محمد", "علي"],
  ])("of which the writing does not show it stays as it was given: %s, %s", (first, last) => {
    expect(whole(first, last)).toBe(`${first} ${last}`);
  });
});
