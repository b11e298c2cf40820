import { Disclosure } from "../../components/ui/Disclosure";
import { JsonBlock } from "./CodeBlock";
import type { ProblemSection } from "./problems";
import { Ticked } from "./Ticked";

/** Contract section 2: the address that a problem document has as its `type`. */
export function ProblemPage({ problem }: { problem: ProblemSection }) {
  return (
    <div className="max-w-[46rem] space-y-6">
      <h1 className="break-all font-mono">{problem.code}</h1>
      <p className="text-lg">{problem.title}.</p>
      <Problem problem={problem} />
      <p>
        <a href="/docs/problems">All problems</a>
      </p>
    </div>
  );
}

export function Problem({ problem, folded = false }: { problem: ProblemSection; folded?: boolean }) {
  const label = `Example of ${problem.code}`;
  const example = <JsonBlock value={problem.example} label={label} />;
  return (
    <div className="space-y-4">
      <dl className="divide-y divide-divider border-divider border-y">
        <Row name="Status">{String(problem.status)}</Row>
        <Row name="Cause">{problem.cause}</Row>
        <Row name="Remedy">{problem.remedy}</Row>
        <Row name="Retryable">
          {problem.retryable
            ? "Yes: the same request may succeed later."
            : "No: the same request gets the same answer."}
        </Row>
        <Row name="For the student">{problem.userMessage}</Row>
      </dl>
      {folded ? <Disclosure label={label}>{example}</Disclosure> : example}
    </div>
  );
}

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="py-2.5 sm:flex sm:gap-6">
      <dt className="w-36 shrink-0 font-medium">{name}</dt>
      <dd className="min-w-0 max-w-[66ch]">
        <Ticked>{children}</Ticked>
      </dd>
    </div>
  );
}
