import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { findPortal } from "../../lib/db/providers";
import { findActs } from "../../lib/db/staff-acts";
import { REASON } from "../support/acting";
import { type Caller, newCaller } from "../support/api";
import { words } from "../support/html-form";
import { database, makeCourse } from "../support/provider";
import { member, staffBrowser } from "../support/staff";

let setting: Caller;
const browser = staffBrowser();
const row = async () => (await findPortal(database(), setting.provider.code))!;

async function change(path: string, button: string, typed: Record<string, string | File>) {
  const page = await browser.open(`/console/${setting.provider.code}/set-up/${path}`);
  return browser.press(page, button, { reason: REASON, ...typed });
}

async function lastAct() {
  const [last] = await findActs(database(), setting.provider.id, { before: 10_000 }, 1);
  const { act, outcome } = last!;
  return {
    subject: act.subject,
    before: JSON.parse(act.before ?? "null"),
    after: JSON.parse(outcome?.after ?? "null"),
  };
}

beforeAll(async () => {
  setting = await newCaller();
  await browser.signIn(await member({ providerId: setting.provider.id, role: "admin" }));
});

describe("a provider’s details in the console", () => {
  it("are shown, and what cannot be changed too", async () => {
    const page = words(await browser.open(`/console/${setting.provider.code}/set-up/details`));
    for (const shown of ["Test College Pty Ltd", "office@example.com", "Australia/Sydney", "No limit"])
      expect(page).toContain(shown);
    expect(page).toContain(setting.provider.code);
  });

  it("change what students see at once, and the record has before and after", async () => {
    const { code } = setting.provider;
    const portal = async () => words(await browser.open(`/p/${code}`));
    expect(await portal()).not.toContain("(02) 5550 0100");
    const typed = { name: "North College", phone: "(02) 5550 0100", business_number: "12 345 678 901" };
    const done = await change("details/own/contact", "Change the contact details", typed);
    expect(done.url).toMatch(/\/acts\/act_/);
    expect(await portal()).toContain("(02) 5550 0100");
    expect((await row()).provider).toMatchObject({ name: "North College", businessNumber: "12345678901" });
    expect(await lastAct()).toMatchObject({
      subject: `Change the contact details: ${code}`,
      before: { Name: "Test College", Phone: "None" },
      after: { Name: "North College", Phone: "(02) 5550 0100", ABN: "12345678901" },
    });
    await change("details/own/contact", "Change the contact details", { phone: "", business_number: "" });
    expect((await row()).provider).toMatchObject({ phone: null, businessNumber: null });
  });

  it("are refused by the rules of the command, keep what was typed, and nothing is written", async () => {
    const before = await row();
    const contact = await change("details/own/contact", "Change the contact details", {
      email: "office",
      business_number: "1234",
    });
    const found = words(contact);
    expect(found).toContain("An ABN has 11 digits.");
    expect(found).toContain("An email address is like office@college.example.");
    expect(contact.text).toContain('value="1234"');
    const accent = await change("details/own/accent", "Change the colour", { accent: "#ffee00" });
    expect(words(accent)).toContain("As text its contrast is");
    const origins = await change("details/own/origins", "Change the allowed origins", {
      lines: "https://a.example/x\nhttps://b.example",
    });
    expect(words(origins)).toContain("https://a.example/x: an origin has no path");
    expect((await row()).provider).toEqual(before.provider);
  });

  it("take lists, a colour and the switch for emails", async () => {
    await change("details/own/origins", "Change the allowed origins", {
      lines: "https://a.example\r\n\r\n https://b.example \r\nhttps://a.example",
    });
    await change("details/own/return_urls", "Change the return addresses", {
      lines: "https://a.example/done",
    });
    await change("details/own/accent", "Change the colour", { accent: "#8B1E3F" });
    await change("details/own/emails", "Turn emails to students on or off", { emails: "off" });
    expect((await row()).provider).toMatchObject({
      allowedOrigins: ["https://a.example", "https://b.example"],
      returnUrls: ["https://a.example/done"],
      accent: "#8b1e3f",
      studentEmails: false,
    });
    const page = await browser.open(`/console/${setting.provider.code}/set-up/details`);
    expect(page.text).toContain("/accent/8b1e3f.css");
    await change("details/own/origins", "Change the allowed origins", { lines: "" });
    await change("details/own/accent", "Change the colour", { accent: "" });
    expect((await row()).provider).toMatchObject({ allowedOrigins: [], accent: null });
  });

  it("have limits, each of which an empty field ends", async () => {
    const limit = (typed: Record<string, string>) =>
      change("details/own/policy", "Change the limits of plans", typed);
    await limit({ most_instalments: "12", least_deposit: "50", latest_last_debit_date: "2028-11-30" });
    expect((await row()).provider).toMatchObject({ mostInstalments: 12, leastDepositCents: 5_000 });
    expect((await lastAct()).after).toMatchObject({ "Most instalments": "12", "Least deposit": "50.00" });
    const wrong = words(await limit({ most_instalments: "500", fewest_instalments: "x" }));
    expect(wrong).toContain("Write a whole number from 1 to 104.");
    expect(words(await limit({ fewest_instalments: "13" }))).toContain(
      "Fewest instalments is more than most instalments.",
    );
    await limit({ most_instalments: "", least_deposit: "", latest_last_debit_date: "" });
    expect((await row()).provider).toMatchObject({ mostInstalments: null, latestLastDebitDate: null });
  });

  it("have a logo of up to 200 KB, which can be removed", async () => {
    const { code } = setting.provider;
    const logo = (bytes: Uint8Array, name = "logo.png") =>
      change("details/own/logo", "Change the logo", { logo: new File([new Uint8Array(bytes)], name) });
    const demo = readFileSync("tools/dev/demo/logo.png");
    // What follows the picture in the file is not looked at.
    const large = Buffer.concat([demo, Buffer.alloc(204_800 - demo.length, 7)]);
    expect((await logo(large)).url).toMatch(/\/acts\/act_/);
    const sha256 = createHash("sha256").update(large).digest("hex");
    expect((await row()).provider.logoSha256).toBe(sha256);
    expect((await lastAct()).after.Logo).toContain(sha256);
    expect((await browser.open(`/p/${code}`)).text).toContain(`/p/${code}/logo?v=`);
    expect((await browser.open(`/p/${code}/logo`)).status).toBe(200);
    const svg = words(await logo(Buffer.from("<svg/>"), "logo.svg"));
    expect(svg).toContain("It is not a PNG, JPEG or WebP image.");
    expect(words(await logo(Buffer.alloc(204_801)))).toContain("It has 201 KB.");
    expect(words(await logo(Buffer.alloc(0)))).toContain("Logo: choose a file");
    expect((await row()).provider.logoSha256).toBe(sha256);
    await change("details/own/remove_logo", "Remove the logo", {});
    expect((await row()).provider.logoSha256).toBeNull();
    const gone = await browser.open(`/console/${code}/set-up/details/own/remove_logo`);
    expect(words(gone)).toContain("There is no logo.");
  });

  it("have texts, of which the record has the version and the hash only", async () => {
    const publish = (text: string | Uint8Array<ArrayBuffer>, version: string) =>
      change("details/own/terms", "Publish another text: Terms and Conditions", {
        text: new File([text], "terms.txt", { type: "text/plain" }),
        version,
      });
    await publish("First.\r\n\r\nSecond.\n", "2027-01");
    expect((await row()).provider).toMatchObject({ terms: "First.\n\nSecond.", termsVersion: "2027-01" });
    expect(words(await browser.open(`/p/${setting.provider.code}/terms`))).toContain("Second.");
    const { before, after } = await lastAct();
    expect(before).toEqual({ "Terms and Conditions": "The sample" });
    expect(after["Terms and Conditions"]).toMatch(/^Version 2027-01, SHA-256 [0-9a-f]{64}$/);
    expect(words(await publish("Other", "2027-01"))).toContain("A new text takes a new version.");
    expect(words(await publish("Other", "sample-1"))).toContain("That is the name of the sample text.");
    expect(words(await publish(Uint8Array.of(0xff, 0xfe), "2027-02"))).toContain("It is not UTF-8 text.");
    expect((await row()).provider.termsVersion).toBe("2027-01");
    await publish("x".repeat(200_000), "2027-02");
    expect((await row()).provider.terms).toHaveLength(200_000);
  });

  it("are not the provider’s for whom an address is made up", async () => {
    const { status } = await browser.open(`/console/${setting.provider.code}/set-up/details/other/contact`);
    expect(status).toBe(404);
  });
});

describe("courses in the console", () => {
  const add = (typed: Record<string, string>) => change("courses/new/add", "Add a course", typed);

  it("are added, stand on the portal at once, and can be paid for", async () => {
    await add({ name: "Café Management", price: "1500", intake: "July 2027", length: "8 weeks" });
    const [course] = (await row()).courses;
    expect(course).toMatchObject({ slug: "cafe-management", priceCents: 150_000, intake: "July 2027" });
    expect(words(await browser.open(`/p/${setting.provider.code}`))).toContain("Café Management");
    expect(await lastAct()).toMatchObject({
      subject: "Add a course: cafe-management",
      after: { price: 1500 },
    });
    const list = words(await browser.open(`/console/${setting.provider.code}/set-up/courses`));
    expect(list).toContain("$1,500.00");
  });

  it("are refused by the rules of the command", async () => {
    const before = (await row()).courses.length;
    expect(words(await add({ name: "A", price: "$5" }))).toContain("Write the price in dollars and cents");
    expect(words(await add({ name: "学习", price: "5" }))).toContain("It cannot be made from this name.");
    expect(words(await add({ name: "Café Management", price: "5" }))).toContain(
      "cafe-management in addresses",
    );
    await change("details/own/policy", "Change the limits of plans", { highest_price: "2000" });
    expect(words(await add({ name: "B", price: "2000.01" }))).toContain(
      "This is above the provider's highest price, 2000.",
    );
    const cheaper = await change("details/own/policy", "Change the limits of plans", {
      highest_price: "1499",
    });
    expect(words(cheaper)).toContain("These courses cost more than highest price: cafe-management.");
    expect((await row()).courses.length).toBe(before);
  });

  it("have limits of their own", async () => {
    const { slug } = await makeCourse(setting.provider);
    const path = `courses/${slug}/policy`;
    await change(path, "Change the limits of a course’s plans", { most_instalments: "6" });
    expect((await row()).courses.find((one) => one.slug === slug)).toMatchObject({ mostInstalments: 6 });
    expect((await lastAct()).after).toMatchObject({ policy: "most_instalments=6" });
    const { provider } = await newCaller();
    const foreign = await makeCourse(provider);
    const home = `/console/${setting.provider.code}/set-up/courses`;
    expect((await browser.open(`${home}/${foreign.slug}/policy`)).status).toBe(404);
  });
});
