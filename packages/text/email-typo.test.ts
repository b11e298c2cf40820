import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../e2e/support/runs";
import { meantEmail } from "./email-typo";

/** Mail services and companies whose names look like a common one's, or have its name in another country. */
const REAL = [
  ...["gmail.com", "googlemail.com", "mail.com", "email.com", "ymail.com", "y7mail.com", "rocketmail.com"],
  ...["gmx.com", "gmx.net", "gmx.de", "gmx.us", "me.com", "mac.com", "aol.com", "love.com", "inbox.com"],
  ...["hushmail.com", "fastmail.com", "fastmail.com.au", "ozemail.com.au", "proton.me", "protonmail.com"],
  ...["zoho.com", "zoho.com.au", "yandex.com", "yandex.ru", "hanmail.net", "naver.com", "qq.com"],
  ...["bigpond.com.au", "bigpond.net", "optusnet.com.au", "iinet.net.au", "tpg.com.au", "westnet.com.au"],
  ...["life.com", "line.com", "like.com", "lime.com", "olive.com", "life.com.au", "lion.com.au"],
  ...["lite.com.au", "linen.com.au", "leave.com.au", "bigpoint.com", "cloud.com"],
  ...["hotmail.co", "hotmail.co.uk", "hotmail.co.nz", "hotmail.co.jp", "hotmail.fr", "hotmail.de"],
  ...["hotmail.com.br", "hotmail.com.ar", "hotmail.com.tr", "hotmail.com.hk", "hotmail.com.vn"],
  ...["outlook.co", "outlook.co.nz", "outlook.fr", "outlook.com.br", "outlook.com.ar", "outlook.com.tr"],
  ...[
    "live.ca",
    "live.cn",
    "live.co.uk",
    "live.com.ar",
    "live.com.mx",
    "live.com.my",
    "live.com.pt",
    "live.com.sg",
  ],
  ...["yahoo.ca", "yahoo.cn", "yahoo.co", "yahoo.co.uk", "yahoo.co.nz", "yahoo.co.in", "yahoo.com.ar"],
  ...["yahoo.com.br", "yahoo.com.cn", "yahoo.com.co", "yahoo.com.hk", "yahoo.com.mx", "yahoo.com.my"],
  ...["yahoo.com.pe", "yahoo.com.ph", "yahoo.com.sg", "yahoo.com.tr", "yahoo.com.tw", "yahoo.com.ua"],
  ...["yahoo.com.ve", "yahoo.com.vn", "icloud.com.cn"],
];
const NAMES = ["gmail", "hotmail", "outlook", "yahoo", "icloud", "bigpond", "live"];

describe("an e-mail address with a mistyped domain", () => {
  it.each([
    ["mia@gmial.com", "mia@gmail.com"],
    ["mia@gmail.con", "mia@gmail.com"],
    ["mia@gmail.co", "mia@gmail.com"],
    ["mia@gamil.com", "mia@gmail.com"],
    ["mia@gmaill.com", "mia@gmail.com"],
    [" Mia.T@GMIAL.com ", "Mia.T@gmail.com"],
    ["mia@hotmial.com", "mia@hotmail.com"],
    ["mia@outlok.com", "mia@outlook.com"],
    ["mia@yaho.com", "mia@yahoo.com"],
    ["mia@yaho.com.au", "mia@yahoo.com.au"],
    ["mia@hotmail.comau", "mia@hotmail.com.au"],
    ["mia@gmail.cm", "mia@gmail.com"],
    ["mia@iclod.com", "mia@icloud.com"],
    ["mia@bigpnod.com", "mia@bigpond.com"],
    ["mia@bigpond.nte.au", "mia@bigpond.net.au"],
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
    "mia@livee.com.ar",
    "mia@yaho.com.vn",
    "mia@hotmal.con",
  ])("%j is left as it is", (typed) => expect(meantEmail(typed)).toBeNull());

  it.each(REAL)("%s is a real domain", (domain) => {
    for (const typed of [`mia@${domain}`, `Mia@${domain.toUpperCase()}`])
      expect(meantEmail(typed)).toBeNull();
  });

  it("is never of another country: what looks like its mail there is no slip", () => {
    const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
    const country = fc.tuple(letter, letter).map((two) => two.join(""));
    const name = fc.oneof(fc.constantFrom(...NAMES), fc.stringMatching(/^[a-z]{2,8}$/));
    const second = fc.constantFrom("", ".com", ".co", ".net", ".org");
    fc.assert(
      fc.property(name, second, country, (one, two, three) => {
        fc.pre(three !== "au" && !/^gmail\.c?o?m?$/.test(`${one}${two}.${three}`));
        expect(meantEmail(`mia@${one}${two}.${three}`)).toBeNull();
      }),
      { numRuns: runs(2_000) },
    );
  });
});
