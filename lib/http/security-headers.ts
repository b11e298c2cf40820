import { isLoopback } from "./origin";

/** What no page of ours uses, and nothing in it may. */
const UNUSED_FEATURES = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

/** Two years, as browsers' own lists of such hosts ask for. */
const HSTS_SECONDS = 2 * 365 * 86_400;

type Headers = Readonly<Record<string, string>>;

/** Headers of every answer: it is what it says, and no part of another site's page unless its own headers say so. */
export function securityHeaders(baseUrl: string): Headers {
  return {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    // Where we are reached with TLS, we are never reached without.
    ...(baseUrl.startsWith("https://") && { "Strict-Transport-Security": `max-age=${HSTS_SECONDS}` }),
  };
}

/** Those of a page, which shares its window with no other site either. */
export function pageHeaders(baseUrl: string): Headers {
  return {
    ...securityHeaders(baseUrl),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
  };
}

/**
 * Where an enrolment's address goes, its secret goes: it is told to nobody. That of the hosted page goes to no other
 * site (contract section 10).
 */
export function referrerPolicyOf(baseUrl: string, path: string): string {
  // Without TLS, browsers would not say where a form comes from any more.
  const isTrusted = baseUrl.startsWith("https:") || isLoopback(baseUrl);
  return isTrusted && path.startsWith("/e/") ? "no-referrer" : "same-origin";
}
