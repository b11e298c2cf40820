import fc from "fast-check";
import { EVENT_TYPES } from "../../lib/domain/states";
import type { PublishedOperation } from "../conformance/document";
import { pathOf, type Setting, subjectOf } from "../conformance/table";
import type { Body } from "../support/bodies";
import { NOWHERE } from "../support/webhooks";
import { type Expected, expectedOf } from "./judge";
import { isObject, judgeText, judgeWritten, Verdict } from "./oracle";
import { plainOf, referenceOf, wordsOf } from "./texts";

interface Small {
  right: fc.Arbitrary<unknown>;
  judge(body: Body, verdict: Verdict): void;
  status: number[];
}

const TYPES: readonly string[] = EVENT_TYPES;
const URLS = [NOWHERE, "https://receiver.invalid/a?b=c", "https://receiver.invalid:8443/"];
const SINCE = "2026-11-01T00:00:00Z";
const UNTIL = "2026-11-02T09:30:00.5+11:00";
const endpoint = {
  url: fc.constantFrom(...URLS),
  description: fc.constantFrom("Till", null, "漢".repeat(200)),
  event_types: fc.array(fc.constantFrom(...TYPES), { maxLength: 9 }),
};

/** What the contract and the decisions say of these bodies, written from them and not from the code. */
const SMALL: Record<string, Small> = {
  createWebhookEndpoint: {
    right: fc.record(endpoint, { requiredKeys: ["url"] }),
    judge(body, verdict) {
      judgeUrl(verdict, body.url ?? "");
      judgeEndpoint(verdict, body);
    },
    // A provider has twenty at the most.
    status: [201, 409],
  },
  updateWebhookEndpoint: {
    right: fc.record({ ...endpoint, enabled: fc.boolean() }, { requiredKeys: [] }),
    judge(body, verdict) {
      if (body.url != null) judgeUrl(verdict, body.url);
      if (body.enabled != null && typeof body.enabled !== "boolean") verdict.fault("/enabled");
      judgeEndpoint(verdict, body);
    },
    status: [200],
  },
  rotateWebhookSecret: {
    right: fc.constantFrom({}, { overlap_hours: 0 }, { overlap_hours: 168 }),
    judge({ overlap_hours: hours }, verdict) {
      if (hours != null && !(Number.isInteger(hours) && hours >= 0 && hours <= 168))
        verdict.fault("/overlap_hours");
    },
    status: [200],
  },
  testWebhookEndpoint: {
    right: fc.constantFrom({}, ...TYPES.map((event_type) => ({ event_type }))),
    judge({ event_type: type }, verdict) {
      if (type != null && !TYPES.includes(referenceOf(type))) verdict.fault("/event_type");
    },
    status: [202],
  },
  replayWebhookEvents: {
    right: fc.constantFrom(
      { since: SINCE },
      { since: SINCE, until: UNTIL },
      { event_id: "evt_01m7xzsvdaexwt5dn6qv5mqys1" },
    ),
    judge: judgeReplay,
    status: [202, 404],
  },
};

/** What a body of an operation on webhook endpoints is tried with; null for another operation. */
export async function webhookTrial(operation: PublishedOperation, where: Setting) {
  const small = SMALL[operation.id];
  if (!small) return null;
  const subject = await subjectOf(operation, where);
  const expected = (body: unknown): Expected | null => {
    const verdict = new Verdict();
    if (isObject(body)) small.judge(body, verdict);
    else verdict.fault("");
    return expectedOf(body, verdict, () => ({ status: small.status }));
  };
  return { path: pathOf(operation, subject?.id), right: small.right, expected };
}

/** Which addresses are refused has a table of its own. */
function judgeUrl(verdict: Verdict, url: unknown): void {
  const text = plainOf(url);
  if (URLS.includes(text)) return;
  if (/^https:/i.test(text)) verdict.unsure = true;
  else verdict.fault("/url");
}

function judgeEndpoint(verdict: Verdict, { description, event_types: named }: Body): void {
  if (description != null) judgeWritten(verdict, "/description", wordsOf(description), 200);
  if (named == null) return;
  if (!Array.isArray(named)) verdict.fault("/event_types");
  else if (named.length > 50) verdict.unsure = true;
  for (const [at, type] of Array.isArray(named) ? named.entries() : [])
    if (!TYPES.includes(referenceOf(type))) verdict.fault(`/event_types/${at}`);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function judgeReplay({ event_id, since, until }: Body, verdict: Verdict): void {
  const span = Object.entries({ since, until }).filter(([, value]) => value != null);
  for (const [name, value] of span) {
    if (!MOMENT.test(plainOf(value))) verdict.fault(`/${name}`);
    else if (![SINCE, UNTIL].includes(plainOf(value))) verdict.unsure = true;
  }
  if (event_id != null) judgeText(verdict, "/event_id", referenceOf(event_id), 64);
  // What depends on several is told once each of them is right by itself.
  if (verdict.faults.size > 0) return;
  if (event_id != null) for (const [name] of span) verdict.fault(`/${name}`);
  else if (since == null) verdict.fault(until == null ? "/event_id" : "/since");
  else if (until != null && Date.parse(until) <= Date.parse(since)) verdict.fault("/until");
}
