import { isLoopback } from "./origin";

/** Browser features that our pages do not use: switched off, so that an injected script cannot use them either. */
const UNUSED_FEATURES =
  `accelerometer autoplay browsing-topics camera display-capture encrypted-media fullscreen gamepad
  geolocation gyroscope hid identity-credentials-get idle-detection local-fonts magnetometer microphone midi
  otp-credentials payment picture-in-picture publickey-credentials-create publickey-credentials-get screen-wake-lock
  serial storage-access usb window-management xr-spatial-tracking`.split(/\s+/);

/** Two years: what browsers' preload lists ask for. */
const HSTS_SECONDS = 2 * 365 * 86_400;

type Headers = Readonly<Record<string, string>>;

/** Headers of every answer: browsers trust its Content-Type, and other sites may not embed it. */
export function securityHeaders(baseUrl: string): Headers {
  return {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    // Once reached over TLS, browsers must not fall back to plain HTTP.
    ...(baseUrl.startsWith("https://") && { "Strict-Transport-Security": `max-age=${HSTS_SECONDS}` }),
  };
}

/** Headers of every page: other sites cannot reach its window. */
export function pageHeaders(baseUrl: string): Headers {
  return {
    ...securityHeaders(baseUrl),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
  };
}

/** An enrolment's address holds its secret, and an invitation's its token, so no referrer leaves it. Contract section 10. */
export function referrerPolicyOf(baseUrl: string, path: string): string {
  // Without TLS browsers send no Sec-Fetch-Site, and a form's Origin would be "null": nobody could post one.
  const isTrusted = baseUrl.startsWith("https:") || isLoopback(baseUrl);
  return isTrusted && /^\/(e|console)\//.test(path) ? "no-referrer" : "same-origin";
}
