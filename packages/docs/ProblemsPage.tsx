import { DataTable } from "./DataTable";
import { Problem } from "./Problem";
import { FIELD_PROBLEMS, type ProblemSection, problemPath } from "./problems";
import { InlineCode, Ticked } from "./Ticked";

export function ProblemsPage({ problems }: { problems: readonly ProblemSection[] }) {
  return (
    <div className="max-w-[46rem] space-y-12">
      <div className="space-y-4">
        <h1>Problems</h1>
        <p>
          Every refusal is a problem document with a <InlineCode>code</InlineCode> of this closed list. Its{" "}
          <InlineCode>type</InlineCode> is the address of the code&apos;s own page. How to read one is in{" "}
          <a href="/docs/errors">Errors</a>, and the codes of single fields are{" "}
          <a href="#field-errors">at the end</a>.
        </p>
      </div>
      {problems.map((problem) => (
        <section key={problem.code} aria-labelledby={problem.code} className="space-y-4">
          <h2 id={problem.code} className="scroll-mt-6 break-all font-mono">
            <a href={problemPath(problem.code)} className="text-text no-underline hover:underline">
              {problem.code}
            </a>
          </h2>
          <p className="text-lg">{problem.title}.</p>
          <Problem problem={problem} folded />
        </section>
      ))}
      <section aria-labelledby="field-errors" className="space-y-4">
        <h2 id="field-errors" className="scroll-mt-6">
          Field errors
        </h2>
        <p>
          In a <a href="#validation_failed">validation_failed</a>, each entry of{" "}
          <InlineCode>errors</InlineCode> has one of these codes.
        </p>
        <DataTable
          label="Field errors"
          head={["Code", "What it means"]}
          rows={Object.entries(FIELD_PROBLEMS).map(([code, means]) => [
            <span key="code" id={code} className="scroll-mt-6">
              <InlineCode>{code}</InlineCode>
            </span>,
            <Ticked key="means">{means}</Ticked>,
          ])}
        />
      </section>
    </div>
  );
}
