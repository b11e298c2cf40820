import { extractText, getDocumentProxy } from "unpdf";
import { DIRECT_DEBIT_REQUEST, SERVICE_AGREEMENT } from "../../../lib/domain/wording";
import { continueWith, expectHeading, HEADINGS, openSetup } from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";

test("a print of the second step has the whole request and agreement", async ({ page, scene }) => {
  await openSetup(page, scene);
  await continueWith(page);
  await expectHeading(page, HEADINGS.check);
  await expect(page.getByText(SERVICE_AGREEMENT[0]!.paragraphs[0]!)).toBeHidden();
  const printed = await getDocumentProxy(new Uint8Array(await page.pdf()));
  const text = plain((await extractText(printed, { mergePages: true })).text);
  for (const part of [
    DIRECT_DEBIT_REQUEST.text("own", "Test College"),
    ...SERVICE_AGREEMENT.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
  ])
    expect(text).toContain(plain(part));
});

/** Without what a printed line breaks at, with ligatures taken apart, and one apostrophe for those that look alike. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, "").replace(/[’ʼ]/g, "'");
}
