/** The published document is read as it is, so that the pages cannot differ from it. */
export type Json = { [name: string]: unknown };

export const METHODS = ["get", "post", "put", "patch", "delete"] as const;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an empty one. */
export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Follows `$ref` until there is none.
 * @throws Error for a reference that leads nowhere
 */
export function resolve(document: Json, value: unknown): Json {
  let at = object(value);
  while (typeof at.$ref === "string") at = target(document, at.$ref);
  return at;
}

function target(document: Json, reference: string): Json {
  let at: unknown = document;
  for (const part of reference.replace(/^#\//, "").split("/")) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = object(at)[name];
  }
  if (!isObject(at)) throw new Error(`The document has nothing at ${reference}`);
  return at;
}

/** The name of the component that a reference points to. */
export function refName(value: unknown): string | null {
  const reference = text(object(value).$ref);
  return reference.replace(/^.*\//, "") || null;
}

export interface Example {
  name: string;
  summary: string;
  value: unknown;
}

/** The examples of a media type, or the first of its schema. */
export function examplesOf(document: Json, media: Json): Example[] {
  const named = Object.entries(object(media.examples)).map(([name, given]) => {
    const example = resolve(document, given);
    return { name, summary: text(example.summary) || name, value: example.value };
  });
  if (named.length > 0) return named;
  const value = media.example ?? list(resolve(document, media.schema).examples)[0];
  return value === undefined ? [] : [{ name: "example", summary: "Example", value }];
}

/** The first example of each problem code in the published document. */
export function examplesIn(document: Json): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of Object.values(object(document.paths)))
    for (const operation of Object.values(object(item)))
      for (const given of Object.values(object(object(operation).responses))) {
        const content = object(resolve(document, given).content);
        for (const { value } of examplesOf(document, object(content["application/problem+json"]))) {
          const code = text(object(value).code);
          if (code !== "" && !found.has(code)) found.set(code, value);
        }
      }
  return found;
}
