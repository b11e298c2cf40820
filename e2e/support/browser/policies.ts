import { expect, type Page } from "@playwright/test";

/** Files of ours, and inline scripts by the answer's nonce or, where a page is the same for everybody, by what they say. */
export const OWN_SCRIPTS =
  /script-src 'self' ('nonce-[\w+/=]{20,}'|'sha256-[\w+/=]{44}'( 'sha256-[\w+/=]{44}')*)(;|$)/;

/** The policies of every page of ours that is opened from now on. */
export function policiesOf(page: Page, baseURL: string): string[] {
  const policies: string[] = [];
  page.on("response", (response) => {
    const isPage = response.headers()["content-type"]?.startsWith("text/html");
    if (isPage && response.url().startsWith(baseURL) && response.request().isNavigationRequest())
      policies.push(response.headers()["content-security-policy"] ?? `none at ${response.url()}`);
  });
  return policies;
}

/** There was a page, and none ran scripts but its own. */
export function expectOwnScriptsOnly(policies: string[]): void {
  expect(policies.length).toBeGreaterThan(0);
  for (const policy of policies) {
    expect(policy).toMatch(OWN_SCRIPTS);
    expect(policy).not.toMatch(/unsafe|(?<!:)\*/);
  }
}
