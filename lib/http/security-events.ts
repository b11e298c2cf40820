import { MINUTE_MS } from "../../packages/dates/time";
import { networkOf } from "../../packages/net/addresses";
import type { CheckoutError, ErrorCode } from "../domain/errors";
import type { Access } from "./operation";

/** Attempts on the service, as the log names them. Guide: /docs/go-live. */
const KINDS = {
  api_key_refused: "An API key was refused",
  jobs_secret_refused: "The jobs secret was refused",
  form_origin_refused: "A form of another site was refused",
  limit_reached: "A limit on requests was reached",
  declines_unusual: "An unusual number of cards was declined",
  link_refused: "A link opened nothing",
  checkout_token_refused: "A checkout token was refused",
  provider_code_refused: "A provider code of another provider was refused",
  path_refused: "A path was refused",
  content_blocked: "The content policy of a card page blocked something",
  sign_in_refused: "A sign-in to the console was refused",
  sandbox_password_refused: "A password of the sandbox was refused",
} as const;
export type SecurityKind = keyof typeof KINDS;

/** Nothing else of a request is logged. */
interface SecuritySource {
  /** Only its network is logged; empty or null if it is not known. */
  address: string | null;
  requestId: string;
  keyId?: string;
  /** Only where the event is about a provider. */
  providerCode?: string;
}

export type SecurityEvents = ReturnType<typeof createSecurityEvents>;

export interface SecurityLine {
  event: "security";
  kind: SecurityKind;
  reason: string;
  /** `203.0.113.0/24`, `2001:db8::/64` or `unknown`. */
  network: string;
  key_id?: string;
  provider_code?: string;
  request_id: string;
}

/** Lines of one kind and reason. A flood must not fill the disk. */
const MAX_A_MINUTE = 100;

/** Security events are logged by kind, reason, network and key. See docs/decisions/018-logs.md. */
export function createSecurityEvents(write: (line: SecurityLine, message: string) => void) {
  let minute = 0;
  let lines = new Map<string, number>();

  /** Counts a line. @returns false for one too many in this minute */
  function isLogged(group: string): boolean {
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now !== minute) [minute, lines] = [now, new Map()];
    const count = (lines.get(group) ?? 0) + 1;
    lines.set(group, count);
    return count <= MAX_A_MINUTE;
  }

  /** @param reason one of a few fixed words, never anything from the request */
  function note(kind: SecurityKind, reason: string, source: SecuritySource): void {
    if (!isLogged(`${kind} ${reason}`)) return;
    const { address, requestId, keyId, providerCode } = source;
    const line = {
      event: "security",
      kind,
      reason,
      network: networkOf(address ?? ""),
      ...(keyId && { key_id: keyId }),
      ...(providerCode && { provider_code: providerCode }),
      request_id: requestId,
    } as const;
    write(line, KINDS[kind]);
  }

  return {
    note,
    /** Notes an API error if it concerns security. */
    refused(error: CheckoutError, access: Access | undefined, source: SecuritySource) {
      const found = ofError(error, access);
      if (found) note(...found, { ...source, keyId: error.noted?.keyId ?? source.keyId });
    },
  };
}

/** The kind of an error, and the reason if the error notes none. With null it counts only if it notes one. */
const OF_ERROR: Partial<Record<ErrorCode, [SecurityKind, reason: string | null]>> = {
  invalid_api_key: ["api_key_refused", "malformed"],
  api_key_expired: ["api_key_refused", "expired"],
  api_key_wrong_environment: ["api_key_refused", "wrong_environment"],
  rate_limited: ["limit_reached", "order"],
  checkout_token_invalid: ["checkout_token_refused", "wrong"],
  provider_code_mismatch: ["provider_code_refused", "foreign"],
  not_found: ["path_refused", null],
};

function ofError({ code, noted }: CheckoutError, access: Access | undefined): [SecurityKind, string] | null {
  if (code === "authentication_required" && access === "jobs-secret") return ["jobs_secret_refused", "wrong"];
  const [kind, usual = null] = OF_ERROR[code] ?? [];
  const reason = noted?.reason ?? usual;
  return kind && reason ? [kind, reason] : null;
}
