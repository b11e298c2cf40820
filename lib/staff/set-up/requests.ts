import { isOneOf, keysOf } from "../../../packages/text/narrow";
import { asTenant } from "../../db/as-tenant";
import type { Db } from "../../db/client";
import { listRequests, type StatusClass } from "../../db/request-log";
import { isId } from "../../domain/ids";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";

const PAGE_LENGTH = 50;

export const STATUS_LABELS: Record<StatusClass, string> = {
  refused: "Refused (4xx)",
  failed: "Failed (5xx)",
};

export const REQUEST_NAMES = ["q", "status", "before"] as const;
/** As the address has it: what is not known counts as not said. */
export type AskedRequests = Partial<Record<(typeof REQUEST_NAMES)[number], string>>;

/** The log of requests, newest first. */
export async function readRequests({ db }: { db: Db }, caller: StaffCaller, asked: AskedRequests) {
  demand(caller, "read");
  const { id: providerId } = caller.provider;
  const { status, before } = asked;
  const q = asked.q?.trim() ?? "";
  const found = await asTenant(db, providerId, (tx) =>
    listRequests(tx, providerId, {
      ...(isId("req", q) ? { id: q } : q !== "" && { path: q }),
      ...(isOneOf(keysOf(STATUS_LABELS), status) && { status }),
      ...(before !== undefined && isId("req", before) && { before }),
      limit: PAGE_LENGTH + 1,
    }),
  );
  const rows = found.slice(0, PAGE_LENGTH);
  return { rows, next: found.length > PAGE_LENGTH ? (rows.at(-1)?.id ?? null) : null };
}
