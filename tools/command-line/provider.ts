import type { Db } from "../../lib/db/client";
import { findProvider } from "../../lib/db/providers";
import { NO_POLICY, type PlanPolicy } from "../../lib/domain/plan-policy";
import { emptyRange, policyFault, policyOf } from "../../lib/provider/policy";
import { codeFault } from "../../lib/provider/values";
import { Problem } from "../../server/program/problem.mjs";

/** The option of a command that works for one provider. */
export const PROVIDER = { value: "CODE", required: true, fault: codeFault } as const;

/** `--policy most_instalments=12`, as many times as there are limits. */
export const POLICY = { value: "NAME=VALUE", multiple: true, fault: policyFault } as const;

/** @throws Problem where the limits leave nothing between them */
export function checkedPolicy(limits: string[], before: PlanPolicy = NO_POLICY): Partial<PlanPolicy> {
  const changes = policyOf(limits);
  const fault = emptyRange({ ...before, ...changes });
  if (fault) throw new Problem(`--policy: ${fault}`);
  return changes;
}

export async function providerOf(db: Db, code: string, option = "provider") {
  const found = await findProvider(db, code);
  if (!found) throw noProvider(option, code);
  return found;
}

export const noProvider = (option: string, code: string) =>
  new Problem(`--${option} "${code}": there is no such provider. See \`npm run providers -- list\`.`);
