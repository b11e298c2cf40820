import type { Db } from "../../../lib/db/client";
import { findProvider } from "../../../lib/db/providers";
import { codeFault } from "../../../lib/providers/values";
import { Problem } from "../problem.mjs";

/** The option of a command that works for one provider. */
export const PROVIDER = { value: "CODE", required: true, fault: codeFault } as const;

export async function providerOf(db: Db, code: string) {
  const found = await findProvider(db, code);
  if (!found) throw noProvider("provider", code);
  return found;
}

export const noProvider = (option: string, code: string) =>
  new Problem(`--${option} "${code}": there is no such provider. See \`npm run providers -- list\`.`);
