import {
  sampleSettlement,
  settlementList,
  settlementResource,
  settlementsQuery,
} from "../contract/settlements";
import { nothing, query } from "../http/operation";
import { readSettlement, readSettlements } from "../settlements/read";
import { ok, operation, responding } from "./operation";

const SETTLEMENTS = "/v1/settlements";
const reading = { tag: "Settlements", access: "key", scope: "plans:read" } as const;

/** What the processors paid out: contract "Real money", section 4. */
export const SETTLEMENT_OPERATIONS = [
  operation({
    id: "listSettlements",
    method: "GET",
    client: "settlements.list",
    path: SETTLEMENTS,
    summary: "List settlements",
    description:
      "Lists your processor's payouts as they were read, newest first, one page at a time. Get one settlement to see its lines.",
    ...reading,
    input: query(settlementsQuery),
    responses: responding(200, "A page of settlements.", settlementList),
    run: (deps, { input: { status, cursor, limit } }, { provider }) =>
      ok(readSettlements(deps, provider.id, { status, before: cursor, limit })),
  }),
  operation({
    id: "getSettlement",
    method: "GET",
    client: "settlements.retrieve",
    path: `${SETTLEMENTS}/{settlementId}`,
    summary: "Get a settlement",
    description:
      "Returns a payout of your processor with all its lines, and which of your payments and refunds each line is about.",
    ...reading,
    input: nothing,
    responses: responding(200, "The settlement.", settlementResource, () => ({
      "All lines are known": sampleSettlement(),
    })),
    run: (deps, { id }, { provider }) => ok(readSettlement(deps, provider.id, id)),
  }),
];
