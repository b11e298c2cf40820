import { describe, expect, it } from "vitest";
import { meantEmail } from "./email-typo";

describe("an e-mail address with a mistyped domain", () => {
  it.each([
    ["mia@gmial.com", "mia@gmail.com"],
    ["mia@gmail.con", "mia@gmail.com"],
    ["mia@gmail.co", "mia@gmail.com"],
    ["mia@gamil.com", "mia@gmail.com"],
    ["mia@gmaill.com", "mia@gmail.com"],
    [" Mia.T@GMIAL.com ", "Mia.T@gmail.com"],
    ["mia@hotmial.com", "mia@hotmail.com"],
    ["mia@hotmal.con", "mia@hotmail.com"],
    ["mia@outlok.com", "mia@outlook.com"],
    ["mia@yaho.com", "mia@yahoo.com"],
    ["mia@yahoo.com.ua", "mia@yahoo.com.au"],
    ["mia@iclod.com", "mia@icloud.com"],
    ["mia@bigpnod.com", "mia@bigpond.com"],
    ["mia@bigpond.nte.au", "mia@bigpond.net.au"],
    ["mia@live.cmo", "mia@live.com"],
    ["a@b@gmial.com", "a@b@gmail.com"],
  ])("%j probably is %j", (typed, meant) => expect(meantEmail(typed)).toBe(meant));

  it.each([
    "mia@gmail.com",
    "mia@GMAIL.com",
    "mia@hotmail.com.au",
    "mia@mail.com",
    "mia@ymail.com",
    "mia@gmx.com",
    "mia@me.com",
    "mia@example.com",
    "mia@unimelb.edu.au",
    "mia@tafe.nsw.edu.au",
    "mia@liverpool.com",
    "mia@olive.com",
    "mia@gm.com",
    "mia@",
    "@gmial.com",
    "mia",
    "",
  ])("%j is left as it is", (typed) => expect(meantEmail(typed)).toBeNull());
});
