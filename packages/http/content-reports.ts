import { propertyOf } from "../text/narrow";

/** Of the content policy of our pages; `other` is whatever else a report says. */
export const BLOCKED = [
  "script-src",
  "style-src",
  "connect-src",
  "frame-src",
  "form-action",
  "other",
] as const;

/** Which kind of content a browser's report says was blocked. The rest of it may hold a secret address, and is not read. */
export function blockedIn(body: Uint8Array | null): (typeof BLOCKED)[number] {
  try {
    const report = propertyOf(JSON.parse(Buffer.from(body ?? []).toString()), "csp-report");
    const named = propertyOf(report, "effective-directive") ?? propertyOf(report, "violated-directive");
    // Such as `script-src-elem`, or in older browsers the whole directive.
    return BLOCKED.find((one) => String(named).startsWith(one)) ?? "other";
  } catch {
    return "other";
  }
}
