import { Problem } from "./Problem";
import { type ProblemSection, problemPath } from "./problems";
import { InlineCode } from "./Ticked";

export function ProblemsPage({ problems }: { problems: readonly ProblemSection[] }) {
  return (
    <div className="max-w-[46rem] space-y-12">
      <div className="space-y-4">
        <h1>Problems</h1>
        <p>
          Every refusal is a problem document with a <InlineCode>code</InlineCode> of this closed list. Its{" "}
          <InlineCode>type</InlineCode> is the address of the code&apos;s own page. How to read one is in{" "}
          <a href="/docs/errors">Errors</a>, and the codes of single fields are{" "}
          <a href="/docs/errors#field-errors">there too</a>.
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
    </div>
  );
}
