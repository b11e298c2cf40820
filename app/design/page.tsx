import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MoneySummary } from "../../components/ui/MoneySummary";
import { PageShell } from "../../components/ui/PageShell";
import { published } from "../../lib/api/published";
import { Answers } from "./answers";
import { Choices } from "./choices";
import { Faults } from "./faults";
import { Looks } from "./looks";
import { Records } from "./records";

export const metadata: Metadata = { title: "Design system – Provider Checkout" };

/** Every component in every state, to be looked at and tested. */
export default function DesignPage() {
  if (published().pages.environment !== "sandbox") notFound();
  return (
    <PageShell
      provider={{ name: "Provider Checkout", href: "/" }}
      step={{ number: 2, of: 4 }}
      title="Design system"
      aside={
        <MoneySummary
          title="Certificate III in Early Childhood"
          rows={[
            { label: "26 fortnightly payments of", amount: "$57.69" },
            { label: "Last payment", amount: "$57.75" },
            { label: "Interest", amount: "$0.00" },
          ]}
          total={{ label: "Total", amount: "$1,500.00" }}
          note="First payment on 24 November 2026."
        />
      }
    >
      <p className="text-lg">
        Every component in every state. Fields stand 24 px apart, sections 40 px. Pages use these and no
        colour, size or shadow of their own.
      </p>
      <Looks />
      <Answers />
      <Choices />
      <Faults />
      <Records />
    </PageShell>
  );
}
