import type { SettlementLineKind, SettlementProblem, SettlementStatus } from "../../drizzle/vocabulary";
import type { Id } from "./ids";

export {
  SETTLEMENT_LINE_KINDS,
  SETTLEMENT_PROBLEMS,
  SETTLEMENT_STATUSES,
  type SettlementProblem,
  type SettlementStatus,
} from "../../drizzle/vocabulary";

const CURRENCY = "AUD";

/** Business days from a debit's date in which its money must have been paid out. */
export const MAX_PAYOUT_DAYS = 10;

export interface Line {
  kind: SettlementLineKind;
  reference: string;
  key: string | null;
  grossCents: number;
  feeCents: number;
  netCents: number;
  checkoutId: Id<"chk"> | null;
  problem: SettlementProblem | null;
}

/** A charge, debit or refund of ours. */
export interface KnownPart {
  key: string;
  checkoutId: Id<"chk">;
  gateway: string;
  amountCents: number;
  status: string;
}

/** By the records the money did move. A refund leaves the account before it has succeeded. */
const MOVED: Partial<Record<SettlementLineKind, readonly string[]>> = {
  charge: ["succeeded"],
  debit: ["Paid", "Reversed"],
  reversal: ["Reversed"],
  refund: ["Requested", "Pending", "Succeeded"],
};

interface Records {
  gateway: string;
  known: ReadonlyMap<string, KnownPart>;
  /** Whether an earlier line, or for a missing debit any line, says the same. */
  isElsewhere(line: Line): boolean;
}

/** The lines as our records see them. What is no longer missing is left out. */
export function judgeLines(lines: readonly Line[], records: Records): Line[] {
  return lines.flatMap((line, index) => {
    const part = (line.key !== null && records.known.get(line.key)) || null;
    const others = line.problem === "missing" ? lines : lines.slice(0, index);
    const isTold = others.some((one) => one !== line && isSame(one, line)) || records.isElsewhere(line);
    if (line.problem === "missing") return part?.status === "Paid" && !isTold ? [line] : [];
    const problem = problemOf(line, part, records.gateway) ?? (isTold && line.key ? "doubled" : null);
    return [{ ...line, checkoutId: part?.checkoutId ?? null, problem }];
  });
}

export const isSame = (one: Pick<Line, "kind" | "key">, other: Pick<Line, "kind" | "key">): boolean =>
  one.key === other.key && one.kind === other.kind;

function problemOf(line: Line, part: KnownPart | null, gateway: string): SettlementProblem | null {
  const { kind, grossCents, feeCents, netCents } = line;
  if (grossCents - feeCents !== netCents) return "sum_differs";
  if (kind === "fee") return null;
  const moved = MOVED[kind];
  if (!part || !moved) return "unknown";
  if (part.gateway !== gateway) return "other_account";
  const isTaken = kind === "refund" || kind === "reversal";
  if (grossCents !== (isTaken ? -part.amountCents : part.amountCents)) return "amount_differs";
  return moved.includes(part.status) ? null : "status_differs";
}

/** Of the payout as a whole. */
export function judgePayout(
  { amountCents, currency }: { amountCents: number; currency: string },
  lines: readonly Line[],
): { status: SettlementStatus; problem: SettlementProblem | null } {
  const sum = lines.reduce((total, { netCents }) => total + netCents, 0);
  const problem = currency !== CURRENCY ? "currency_differs" : sum !== amountCents ? "sum_differs" : null;
  const isMatched = problem === null && lines.every((line) => line.problem === null);
  return { status: isMatched ? "matched" : "needs_attention", problem };
}
