import { randomBytes } from "node:crypto";
import { authoriseInSandbox } from "../../lib/checkout/authorise";
import { confirmByStudent } from "../../lib/checkout/confirm";
import type { CreateBy } from "../../lib/checkout/context";
import { create } from "../../lib/checkout/create";
import { readCreate } from "../../lib/contract/create";
import { findProvider } from "../../lib/db/providers";
import { type Id, newId } from "../../lib/domain/ids";
import type { Timed } from "../../packages/dates/time";
import type { Deps } from "../../server/instance/deps";
import type { Body } from "../support/bodies";
import { makeProvider, type TestProvider } from "../support/provider";

interface College extends TestProvider {
  by(): CreateBy;
}

/** A provider, and how requests of its server come. */
export async function makeCollege(deps: Timed<Deps>): Promise<College> {
  const made = await makeProvider({}, deps.db);
  const provider = (await findProvider(deps.db, made.code))!;
  return {
    ...made,
    by: () => ({
      provider,
      actor: { kind: "api_key", keyId: newId("key") },
      requestId: newId("req"),
      ipAddress: "203.0.113.7",
      userAgent: "bench",
      idempotencyKey: randomBytes(12).toString("hex"),
      warnings: [],
    }),
  };
}

/** Creates a plan, authorises its debits and signs it. */
export async function signPlan(deps: Timed<Deps>, { by }: College, body: Body): Promise<void> {
  const answer = await create(deps, by(), readCreate(body).value);
  const text = "bytes" in answer ? String(answer.bytes) : JSON.stringify(answer);
  const id = /chk_[0-9a-z]{26}/.exec(text)![0] as Id<"chk">;
  await authoriseInSandbox(deps, by(), id, "success");
  await confirmByStudent(deps, by(), id);
}
