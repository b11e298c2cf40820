import { expect, it } from "vitest";
import { agreementModel } from "../../lib/agreement/model";
import { findCheckout } from "../../lib/db/checkouts";
import type { Actor } from "../../lib/domain/actor";
import { newId } from "../../lib/domain/ids";
import { api } from "../support/api";
import { database, makeProvider } from "../support/provider";
import { authorisedPlan } from "../support/scenes";

const PROVIDERS = "The address is that of the provider’s system";

it.each<{ actor: Actor; is: string; hasNote: boolean }>([
  { actor: { kind: "student" }, is: "the student", hasNote: false },
  { actor: { kind: "api_key", keyId: newId("key") }, is: "the provider’s system", hasNote: true },
  { actor: { kind: "staff", name: "Ada Quill" }, is: "Ada Quill, of this service’s staff", hasNote: false },
  { actor: { kind: "system" }, is: "this service", hasNote: false },
])(
  "an agreement's evidence says $is where the actor is a $actor.kind, and of nobody else that an address is the provider’s",
  async ({ actor, is, hasNote }) => {
    const provider = await makeProvider();
    const { id } = await authorisedPlan(api("server", provider.key), provider);
    const record = (await findCheckout(database(), provider.id, id as `chk_${string}`))!;
    record.timeline[0]!.actor = actor;
    const by = {
      provider: record.provider,
      actor,
      requestId: null,
      ipAddress: "203.0.113.9",
      userAgent: null,
    };
    const signing = { id: newId("agr"), signedAt: new Date(), by, depositConfirmed: true };
    const model = agreementModel(
      { environment: "sandbox", baseUrl: "http://localhost:3000", mail: {} },
      record,
      signing,
    );
    expect(new Set(model.declarations.map(({ acceptedVia }) => acceptedVia))).toEqual(new Set([is]));
    for (const { event, actor: said, note } of model.evidence) {
      if (/^(Checkout created|Declared|Plan confirmed)/.test(event))
        expect({ event, said }).toEqual({ event, said: is });
      expect({ event, hasNote: note?.includes(PROVIDERS) ?? false }).toEqual({
        event,
        hasNote: hasNote && event.startsWith("Declared"),
      });
    }
  },
);
