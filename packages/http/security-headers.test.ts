import { expect, it } from "vitest";
import { pageHeaders, referrerPolicyOf, securityHeaders } from "./security-headers";

const SECURE = "https://pay.example.com";

it("a service with TLS is never reached without, one without TLS says nothing of it", () => {
  expect(securityHeaders(SECURE)["Strict-Transport-Security"]).toBe("max-age=63072000");
  expect(securityHeaders("http://localhost:3000")).not.toHaveProperty("Strict-Transport-Security");
});

it("nothing is part of another site's page, and a page shares no window and uses no feature", () => {
  expect(securityHeaders(SECURE)).toMatchObject({
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  });
  const page = pageHeaders(SECURE);
  expect(page).toMatchObject({ ...securityHeaders(SECURE), "Cross-Origin-Opener-Policy": "same-origin" });
  for (const feature of ["camera", "geolocation", "microphone", "payment", "usb"])
    expect(page["Permissions-Policy"]).toContain(`${feature}=()`);
});

it("an enrolment's address is told to nobody, the hosted page's to no other site", () => {
  expect(referrerPolicyOf(SECURE, "/e/secret/pay")).toBe("no-referrer");
  expect(referrerPolicyOf("http://localhost:3000", "/e/secret")).toBe("no-referrer");
  expect(referrerPolicyOf(SECURE, "/api/dd-setup")).toBe("same-origin");
  // Browsers would not say where a form comes from any more.
  expect(referrerPolicyOf("http://192.168.1.5:3000", "/e/secret")).toBe("same-origin");
});
