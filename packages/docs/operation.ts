import { callsOf } from "./curl";
import type { Operation, Response } from "./openapi";
import { codesOf, membersOf, type OperationEntry } from "./reference";
import { type Member, type Shape, shapeOf } from "./shape";

/** The page of an operation, in markdown. */
export function operationText(operation: OperationEntry, server: string): string {
  const { parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([, one]) => codesOf(one).length === 0);
  const refusals = Object.entries(responses).filter(([, one]) => codesOf(one).length > 0);
  const clientMethod = operation["x-client-method"];
  const members = membersOf(requestBody?.content["application/json"]);
  const parts = [
    `# ${operation.summary}`,
    `\`${operation.method} ${operation.path}\``,
    operation.deprecated && "**Legacy.** New integrations use /v1 only.",
    operation.description,
    aboutKey(operation),
    clientMethod && `In the TypeScript and Python clients: \`${clientMethod}\`.`,
    ...exampleParts(operation, answers, server),
    ...(parameters.length > 0 ? ["## Parameters", parametersTable(parameters)] : []),
    ...(members.length > 0
      ? [`## Body${requestBody?.required ? "" : " (optional)"}`, membersTable(members)]
      : []),
    "## Responses",
    ...answers.flatMap((answer) => answerParts(answer, answers)),
    ...(refusals.length > 0 ? problemParts(refusals) : []),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function aboutKey({ security = [] }: Operation): string {
  if (security.length === 0) return "No API key is needed.";
  if (security.some((one) => Object.keys(one).length === 0)) return "The API key is optional.";
  return "An API key is required: `Authorization: Bearer <PROVIDER_API_KEY>`.";
}

type Answer = [status: string, response: Response];

/** Its type and what it holds. */
const contentOf = ({ content = {} }: Response) => Object.entries(content)[0] ?? [];

/** All requests, and the first answer. */
function exampleParts(operation: OperationEntry, [answer]: readonly Answer[], server: string): string[] {
  const requests = callsOf(operation, server).map(
    ({ title, command }) => `${title}:\n\n\`\`\`bash\n${command}\n\`\`\``,
  );
  const [, media] = answer ? contentOf(answer[1]) : [];
  const answers = Object.entries(media?.examples ?? {}).map(
    ([name, { summary = name, value }]) => `${summary}, response ${answer?.[0]}:\n\n${jsonBlock(value)}`,
  );
  const all = [...requests, ...answers];
  return all.length > 0 ? ["## Examples", ...all] : [];
}

export const jsonBlock = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Members that an earlier answer has too are shown only once. */
function answerParts([status, response]: Answer, answers: readonly Answer[]): string[] {
  const [contentType, media] = contentOf(response);
  const members = membersOf(media);
  const shown = JSON.stringify(members);
  const [first] = answers.find(([, one]) => JSON.stringify(membersOf(contentOf(one)[1])) === shown) ?? [];
  const table =
    first === status ? membersTable(members, { isAnswer: true }) : `Its fields are those of the ${first}.`;
  const headers = Object.entries(response.headers ?? {});
  return [
    `### ${status}${contentType ? ` \`${contentType}\`` : ""}`,
    response.description,
    ...(members.length > 0 ? [table] : []),
    ...(headers.length > 0
      ? ["Headers:", headers.map(([name, { description }]) => `- \`${name}\`: ${description}`).join("\n")]
      : []),
  ];
}

function problemParts(refusals: readonly Answer[]): string[] {
  const rows = refusals.map(([status, response]) => [
    status,
    codesOf(response)
      .map((code) => `[${code}](/docs/problems/${code})`)
      .join(", "),
  ]);
  return [
    "## Problems",
    "A refusal is a [problem document](/docs/errors). Each code says what happened and what to do.",
    table(["Status", "Codes"], rows),
  ];
}

function parametersTable(parameters: NonNullable<Operation["parameters"]>): string {
  const members = parameters.map(({ name, in: place, required = false, description, schema, example }) => {
    const shape = shapeOf({ ...schema, examples: [example] });
    return { name, required, shape: { ...shape, description, type: `${shape.type}, in ${place}` } };
  });
  return membersTable(members);
}

/**
 * A row for each member, those of members named by their path.
 * @param isAnswer leaves out bounds and required marks, which matter for requests only
 */
export function membersTable(members: readonly Member[], { isAnswer = false } = {}): string {
  const rowsOf = (some: readonly Member[], within: string): string[][] =>
    some.flatMap(({ name, required, shape }) => {
      const path = `${within}${name}`;
      const type = `${shape.type}${required && !isAnswer ? ", **required**" : ""}`;
      const inner = `${path}${shape.type.startsWith("array") ? "[]" : ""}.`;
      return [[`\`${path}\``, type, meaningOf(shape, !isAnswer)], ...rowsOf(shape.members, inner)];
    });
  return table(["Field", "Type", "Meaning"], rowsOf(members, ""));
}

function meaningOf({ description, rules, options }: Shape, withRules: boolean): string {
  const bounds = withRules && rules.length > 0 ? `(${rules.join(" · ")})` : "";
  const values = options.length > 0 ? `Values: ${options.map((one) => `\`${one}\``).join(", ")}.` : "";
  return [description, bounds, values].filter(Boolean).join(" ");
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
