import type { ErrorCode } from "../../lib/domain/errors";
import { ERROR_CODES, PROBLEMS } from "../../lib/domain/problems";
import { problemExample, type Reference } from "./reference";

const problemPath = (code: ErrorCode) => `/docs/problems/${code}`;

/** What a code means, in markdown. */
function problemText(code: ErrorCode): string {
  const { status, title, cause, remedy, retryable, userMessage } = PROBLEMS[code];
  return `${title}.

- **Status:** ${status}
- **Cause:** ${cause}
- **Remedy:** ${remedy}
- **Retryable:** ${retryable ? "Yes: the same request may succeed later." : "No: the same request gets the same answer."}
- **For the student:** ${userMessage}
`;
}

/** Contract section 2: the address that a problem document has as its `type`. Null for a code that there is not. */
export function problemPage(name: string, reference: Reference): string | null {
  const code = ERROR_CODES.find((one) => one === name);
  if (!code) return null;
  const example = problemExample(reference, code);
  const shown = example ? `\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n` : "";
  return `# ${code}\n\n${problemText(code)}${shown}\n[All problems](/docs/problems)\n`;
}

export function problemsPage(): string {
  const sections = ERROR_CODES.map(
    (code) => `## ${code}\n\n${problemText(code)}- [An example](${problemPath(code)})\n`,
  );
  return `# Problems

Every refusal is a problem document with a \`code\`. These are the known ones; the list can grow. Its \`type\` is the address of the code's own page. How to read one is in [Errors](/docs/errors), and the codes of single fields are [there too](/docs/errors#field-errors).

${sections.join("\n")}`;
}
