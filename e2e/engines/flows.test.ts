import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFailed } from "vitest";
import { findProgram } from "../support/programs";
import { makeCourse, makeProvider } from "../support/provider";
import { startFirefox } from "./firefox";
import { Browser, type Driver } from "./webdriver";
import { miniBrowser, startWebKit } from "./webkit";

const firefox = findProgram("firefox", "firefox-esr");
const webkit = findProgram("WebKitWebDriver", "webkit2gtk-driver");
const xvfb = findProgram("Xvfb", "xvfb");

/** Where the pictures lie that somebody may look at. */
const PICTURES = "test-results/engines";

const ENGINES = [
  {
    name: "Firefox",
    missing: firefox.path ? null : firefox.remedy,
    start: () => startFirefox(firefox.path!),
  },
  {
    name: "WebKit",
    missing: [webkit, xvfb].find(({ path }) => !path)?.remedy ?? null,
    start: () => startWebKit(webkit.path!, xvfb.path!, miniBrowser()!),
  },
];

describe.each(ENGINES)("in $name", ({ name: engine, missing, start }) => {
  const { doors } = inject("stack");
  let driver: Driver;
  let browser: Browser;

  beforeAll(async () => {
    if (missing) return;
    driver = await start();
    browser = new Browser(driver);
    console.error(driver.version);
  });
  afterAll(() => driver?.stop());

  async function picture(of: string): Promise<void> {
    const png = await browser.picture();
    expect(png.length).toBeGreaterThan(1_000);
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(`${PICTURES}/${engine}-${of}.png`, png);
  }

  beforeEach(() => {
    onTestFailed(() => picture("failed"));
  });

  async function enrolled(): Promise<void> {
    const provider = await makeProvider();
    await makeCourse(provider);
    await browser.frame(null);
    await browser.open(`${doors.server}/p/${provider.code}`);
    await browser.click("Enrol");
    await browser.at("/details");
    await browser.type("First name", "Amelia");
    await browser.type("Last name", "Nguyen");
    await browser.type("Email address", "amelia@example.com");
    await browser.click("Continue");
    await browser.at("/pay");
    await browser.sees("fortnightly payments");
    await picture("how to pay");
  }

  it.skipIf(missing)(`a student pays by card${missing ? ` (${missing})` : ""}`, async () => {
    await enrolled();
    await browser.choose("Pay $1,500.00 today");
    await browser.click("Continue");
    await browser.at("/card");
    await browser.type("Card number", "4242424242424242");
    await browser.type("Expiry date", "1231");
    await browser.type("Security code", "737");
    await picture("card");
    await browser.choose("I accept the Terms");
    await browser.click("Pay $1,500.00");
    await browser.at("/done");
    await browser.sees("Your payment went through");
    await picture("paid");
  });

  it.skipIf(missing)(`a student signs a payment plan${missing ? ` (${missing})` : ""}`, async () => {
    await enrolled();
    await browser.choose("26 fortnightly payments");
    await browser.click("Continue");
    await browser.at("/bank");
    await browser.frame("Direct Debit Request");
    await browser.type("BSB", "062000");
    await browser.type("Account number", "000123456");
    await browser.choose("Yes");
    await browser.click("Continue");
    await picture("bank");
    await browser.choose("I am an account holder");
    await browser.click("Authorise direct debit");
    await browser.frame(null);
    await browser.at("/review");
    for (const name of ["Payment plan.", "Your information.", "Your privacy."]) await browser.choose(name);
    await picture("review");
    await browser.click("Confirm enrolment");
    await browser.at("/done");
    await browser.sees("Your payment plan is signed");
    await picture("signed");
  });
});
