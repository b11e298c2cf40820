import { pascalCase, snakeCase } from "../../../packages/text/text";
import { type Method, methodsIn, REPEATABLE, RESOURCES } from "./methods";

const BEGINS = "# What follows is made by `npm run generate` from the API's operations.\n";
const ENDS = "# Here ends what is generated.\n";

/** What a resource can do beside its operations, by a class above the generated part. */
const BASES: Record<string, string> = { checkouts: "_Outcomes" };

/** `provider_checkout.py`, with its operations made anew. */
export function pythonClient(text: string): string {
  const [before, rest] = text.split(BEGINS);
  const [, after] = rest?.split(ENDS) ?? [];
  if (before === undefined || after === undefined)
    throw new Error("provider_checkout.py lacks the two lines between which its operations are generated");
  return `${before}${BEGINS}\n${operations()}\n\n${ENDS}${after}`;
}

function operations(): string {
  const own = RESOURCES.filter((name) => name !== "");
  return `# POSTs whose repetition has the same effect and the same answer without an Idempotency-Key.
_REPEATABLE = [
${regularExpressions(REPEATABLE)}]


class _Service(Resource):
    def __init__(self, requests: Requests) -> None:
        super().__init__(requests)
${own.map((name) => `        self.${snakeCase(name)} = ${pascalCase(name)}(requests)\n`).join("")}
${methodsOf("")}

${own.map((name) => `\nclass ${pascalCase(name)}(${BASES[name] ?? "Resource"}):\n${methodsOf(name)}`).join("\n\n")}`;
}

const regularExpressions = (paths: readonly string[]) =>
  paths.map((one) => `    re.compile(r"${one}$"),\n`).join("");

const methodsOf = (resource: string) => methodsIn(resource).map(methodText).join("\n\n");

function methodText(method: Method): string {
  const { name, verb, ids, query, isPaged, isKeyed, body, result, description } = method;
  const named = ids.map(snakeCase);
  const options = isKeyed ? ["idempotency_key"] : isPaged ? [] : query;
  const given = [
    "self",
    ...named.map((id) => `${id}: str`),
    ...(body ? [`body: Mapping[str, Any]${body.isRequired ? "" : " | None = None"}`] : []),
    ...(isPaged ? ["**filters: Any"] : []),
    ...(options.length > 0 ? ["*", ...options.map((one) => `${one}: str | None = None`)] : []),
  ];
  const path = `"${method.path.replace(/\{(\w+)\}/g, (_, id) => `{${snakeCase(id)}}`)}"`;
  const filled = ids.length > 0 ? `path_of(${[path, ...named.map((id) => `${id}=${id}`)].join(", ")})` : path;
  const sent = [
    ...(isPaged ? [filled, "query=filters"] : [`"${verb}"`, filled]),
    ...(body ? ["body=body"] : []),
    ...(isKeyed ? [`headers={"Idempotency-Key": idempotency_key}`] : []),
    ...(options.length > 0 && !isKeyed
      ? [`query={${query.map((one) => `"${one}": ${one}`).join(", ")}}`]
      : []),
  ];
  const asked = `self.${isPaged ? "_pages" : "_ask"}(${sent.join(", ")})`;
  return `    def ${snakeCase(name)}(${given.join(", ")}) -> ${typeOf(isPaged, result)}:
        """${firstSentenceOf(description)}"""
        ${result === "nothing" ? "" : "return "}${asked}`;
}

function typeOf(isPaged: boolean, result: Method["result"]): string {
  if (isPaged) return "Iterator[dict[str, Any]]";
  if (result === "nothing") return "None";
  return result === "pdf" ? "bytes" : "dict[str, Any]";
}

const firstSentenceOf = (text: string) => text.replace(/([^.]\.)\s[\s\S]*$/, "$1");
