import { updateProvider } from "../../../lib/db/provider-changes";
import { makeEnrolment, planSigned } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";
import { database } from "../../support/provider";
import { makeAgreements, unmakeAgreements } from "../../support/scenes";

for (const scripts of ["with", "without"])
  test(`an agreement that is being made is awaited ${scripts} scripts`, async ({
    openContext,
    api,
    provider,
  }) => {
    const javaScriptEnabled = scripts === "with";
    await updateProvider(database(), provider.code, { phone: "02 9000 0000" });
    const { home } = await planSigned(api, provider);
    await unmakeAgreements(provider);
    const page = await (
      await openContext({ javaScriptEnabled, viewport: { width: 320, height: 640 } })
    ).newPage();
    const finishing = page.getByText("We are finishing your agreement");
    for (const address of ["agreement", "agreement/page", "done"]) {
      expect((await page.goto(`${home}/${address}`))!.status()).toBe(200);
      expect(page.url()).toMatch(/\/done$/);
      await expect(finishing).toBeVisible();
    }
    await expect(page.getByRole("status").filter({ has: finishing })).toContainText("or call 02 9000 0000");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expect(page.getByRole("link", { name: "Download your agreement (PDF)" })).toHaveCount(0);
    await makeAgreements(provider);
    await expect(page.getByRole("link", { name: "Download your agreement (PDF)" })).toBeVisible();
    await expect(finishing).toHaveCount(0);
  });

for (const scripts of ["with", "without"])
  test(`a receipt comes by itself ${scripts} scripts`, async ({ page, openContext, provider, student }) => {
    const javaScriptEnabled = scripts === "with";
    const { home } = await makeEnrolment(provider, "card");
    await page.goto(home);
    await student.payWith();
    await student.seesPaid();
    const other = await (await openContext({ javaScriptEnabled })).newPage();
    const download = other.waitForEvent("download");
    await other.goto(`${home}/done?receipt=being_made`);
    await expect(other.getByText("We are finishing your receipt")).toBeVisible();
    expect((await download).suggestedFilename()).toMatch(/receipt\.pdf$/);
    if (javaScriptEnabled) await expect(other.getByText("We are finishing your receipt")).toHaveCount(0);
  });
