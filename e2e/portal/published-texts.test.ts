import { expect, inject, it } from "vitest";
import { updateProvider } from "../../lib/db/provider-changes";
import { SAMPLE_PRIVACY, SAMPLE_REFUNDS, SAMPLE_TERMS, type Terms } from "../../lib/domain/terms";
import { SAMPLE_NOTICE } from "../../lib/domain/wording";
import { database, makeProvider } from "../support/provider";

const SAMPLES: [page: string, title: string, sample: Terms][] = [
  ["terms", "Terms and Conditions", SAMPLE_TERMS],
  ["privacy", "Privacy policy", SAMPLE_PRIVACY],
  ["refunds", "Refund policy", SAMPLE_REFUNDS],
];

const pageAt = async (path: string) => {
  const answer = await fetch(inject("stack").doors.server + path);
  return { status: answer.status, html: (await answer.text()).replaceAll("<!-- -->", "") };
};

it.each(SAMPLES)("%s without a text of its own is the sample, marked so", async (page, title, sample) => {
  const { code } = await makeProvider();
  const { status, html } = await pageAt(`/p/${code}/${page}`);
  expect(status).toBe(200);
  expect(html).toContain(`>${title}</h1>`);
  expect(html).toContain(`Version ${sample.version}`);
  expect(html).toContain(SAMPLE_NOTICE);
  for (const { heading } of sample.sections) expect(html).toContain(heading);
});

it("a provider's own texts stand under their versions, without that mark", async () => {
  const { code } = await makeProvider();
  const own = {
    ...{ privacy: "We keep little.\n\nWe tell nobody.", privacyVersion: "2027-01" },
    ...{ refunds: "All of it.", refundsVersion: "2027-02" },
  };
  await updateProvider(database(), code, own);
  const privacy = await pageAt(`/p/${code}/privacy`);
  for (const text of ["Version 2027-01", "<p>We keep little.</p>", "<p>We tell nobody.</p>"])
    expect(privacy.html).toContain(text);
  const refunds = await pageAt(`/p/${code}/refunds`);
  for (const text of ["Version 2027-02", "<p>All of it.</p>"]) expect(refunds.html).toContain(text);
  for (const { html } of [privacy, refunds]) expect(html).not.toContain(SAMPLE_NOTICE);
});

it.each(SAMPLES)("%s of no provider is not found", async (page) => {
  expect((await pageAt(`/p/nobody-here/${page}`)).status).toBe(404);
});

it("every page of a provider says whom to ask, what was published, and who stands behind it", async () => {
  const { code } = await makeProvider();
  await updateProvider(database(), code, { phone: "(02) 5550 0100", businessNumber: "12345678901" });
  for (const path of ["", "/terms", "/link"]) {
    const { html } = await pageAt(`/p/${code}${path}`);
    const footer = html.slice(html.indexOf("<footer"), html.indexOf("</footer>"));
    const said = [
      ...['href="tel:0255500100"', 'href="mailto:office@example.com"', "Test College Pty Ltd"],
      ...["ABN 12 345 678 901", `href="/p/${code}/privacy"`, `href="/p/${code}/terms"`],
      `href="/p/${code}/refunds"`,
    ];
    for (const one of said) expect(footer, path).toContain(one);
  }
});
