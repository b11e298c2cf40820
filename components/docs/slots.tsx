import { ERROR_CODES } from "../../lib/domain/errors";
import { SCOPES, type Scope } from "../../lib/domain/scopes";
import { TEST_CARDS, type TestCard } from "../../lib/domain/test-cards";
import { DataTable } from "./DataTable";
import { InlineCode, type Slots } from "./Markdown";

const OUTCOMES = {
  succeeds: "Succeeds",
  declines: "Declined",
  answer_lost: "Charged, but the answer is lost",
} as const;

const SCOPE_TEXTS: Record<Scope, string> = {
  "checkouts:read": "Read checkouts, agreements and, in the sandbox, the gateway's charges.",
  "checkouts:write": "Create, confirm and cancel checkouts, and issue checkout tokens.",
  "webhooks:manage": "Manage the endpoints that events are sent to.",
  "sandbox:simulate": "Authorise a direct debit as a student would, in the sandbox.",
};

/** Tables of the guides that are made from what the service runs on. */
export const SLOTS: Slots = {
  "test-cards": () => (
    <DataTable
      label="Test cards"
      head={["Number", "Scheme", "Outcome", "Name in a token"]}
      rows={Object.entries(TEST_CARDS).map(([slug, card]) => [
        <span key="number" className="whitespace-nowrap tabular-nums">
          {card.number}
        </span>,
        card.scheme,
        <Outcome key="outcome" outcome={card.outcome} />,
        <InlineCode key="slug">{slug}</InlineCode>,
      ])}
    />
  ),
  scopes: () => (
    <DataTable
      label="Scopes"
      head={["Scope", "What it allows"]}
      rows={SCOPES.map((scope) => [<InlineCode key="scope">{scope}</InlineCode>, SCOPE_TEXTS[scope]])}
    />
  ),
  "problem-codes": () => (
    <ul className="columns-1 gap-8 sm:columns-2">
      {ERROR_CODES.map((code) => (
        <li key={code} className="py-1">
          <a href={`/docs/problems/${code}`} className="break-all font-mono text-sm">
            {code}
          </a>
        </li>
      ))}
    </ul>
  ),
};

function Outcome({ outcome }: { outcome: TestCard["outcome"] }) {
  if (outcome.type !== "declines") return OUTCOMES[outcome.type];
  return (
    <>
      {OUTCOMES.declines}: <InlineCode>{outcome.declineCode}</InlineCode>
    </>
  );
}
