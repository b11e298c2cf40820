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

async function change(path: string, button: string, typed: Record<string, string>) {
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
