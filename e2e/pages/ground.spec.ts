import { OWN_SCRIPTS } from "../support/browser/policies";
import { expect, test } from "../support/browser/test";

const NONCE = /'nonce-([^']+)'/;

for (const [path, status] of [
  ["/", 200],
  ["/no/such/page", 404],
  ["/docs", 200],
] as const)
  test(`${path} answers ${status} with a policy for its own scripts alone`, async ({ request }) => {
    const open = () => request.get(path, { headers: { Accept: "text/html" } });
    const [response, another] = [await open(), await open()];
    expect(response.status()).toBe(status);
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(OWN_SCRIPTS);
    expect(policy).toMatch(/style-src 'self'(;|$)/);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("same-origin");
    // The documentation is the same for everybody; elsewhere no two answers have the same nonce.
    const [, nonce] = NONCE.exec(policy) ?? [];
    expect(nonce === undefined).toBe(path === "/docs");
    if (nonce) expect(another.headers()["content-security-policy"]).not.toContain(nonce);
  });
