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

/** One line: the first of a subject by itself, those that follow within a minute as their sum. */
export interface SecurityLine {
  event: "security";
  kind: SecurityKind;
  reason: string;
  /** `203.0.113.0/24`, `2001:db8::/64`, `unknown`, or `others` if there are too many to tell apart. */
  network: string;
  key_id?: string;
  provider_code?: string;
  request_id?: string;
  count: number;
  since: string;
}

/** How many networks and keys of one kind and reason are told apart. The rest are `others`. */
const MAX_SUBJECTS = 50;

type Subject = Pick<SecurityLine, "event" | "kind" | "reason" | "network" | "key_id" | "provider_code">;
interface Tally {
  subject: Subject;
  since: Date;
  /** Seen since then, and not written yet. */
  count: number;
}

/**
 * Security events are logged by kind, reason, network and key, the first at once and others as sums.
 * See docs/decisions/018-logs.md.
 */
export function createSecurityEvents(write: (line: SecurityLine, message: string) => void) {
  const tallies = new Map<string, Tally>();
  let timer: NodeJS.Timeout | undefined;

  function tell({ subject, since }: Tally, count: number, requestId?: string): void {
    const line = { ...subject, ...(requestId && { request_id: requestId }), count };
    write({ ...line, since: since.toISOString() }, KINDS[subject.kind]);
  }

  /** Each minute, while there is something to tell. */
  function writeSums(): void {
    for (const [name, tally] of tallies) {
      if (tally.count === 0) tallies.delete(name);
      else tell(tally, tally.count);
      tally.since = new Date();
      tally.count = 0;
    }
    timer = tallies.size > 0 ? setTimeout(writeSums, MINUTE_MS).unref() : undefined;
  }

  function isFull(group: string): boolean {
    let subjects = 0;
    for (const name of tallies.keys())
      if (name.startsWith(`${group} `) && ++subjects >= MAX_SUBJECTS) return true;
    return false;
  }

  /** @param reason one of a few fixed words, never anything from the request */
  function note(kind: SecurityKind, reason: string, source: SecuritySource): void {
    const { requestId, keyId, providerCode } = source;
    const group = `${kind} ${reason}`;
    let subject: Subject = { event: "security", kind, reason, network: networkOf(source.address ?? "") };
    if (keyId) subject.key_id = keyId;
    if (providerCode) subject.provider_code = providerCode;
    let name = `${group} ${subject.network} ${keyId} ${providerCode}`;
    if (!tallies.has(name) && isFull(group)) {
      subject = { event: "security", kind, reason, network: "others" };
      name = `${group} others`;
    }
    const known = tallies.get(name);
    if (known) {
      known.count += 1;
      return;
    }
    const tally = { subject, since: new Date(), count: 0 };
    tallies.set(name, tally);
    tell(tally, 1, requestId);
    timer ??= setTimeout(writeSums, MINUTE_MS).unref();
  }

  return {
    note,
    /** Notes an API error if it concerns security. */
    refused(error: CheckoutError, access: Access | undefined, source: SecuritySource) {
      const found = ofError(error, access);
      if (found) note(...found, { ...source, keyId: error.noted?.keyId ?? source.keyId });
    },
    close() {
      clearTimeout(timer);
      for (const tally of tallies.values()) if (tally.count > 0) tell(tally, tally.count);
      tallies.clear();
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
