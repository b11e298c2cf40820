import { isObject, type Json, list, object, refName, resolve, text } from "./openapi";

/** A schema as a reader of the reference sees it. */
export interface Shape {
  /** "string", "number or null", "array of objects". */
  type: string;
  description: string;
  /** Bounds and forms, each in a few words. */
  rules: string[];
  /** The closed list of values, if there is one. */
  options: string[];
  members: Member[];
}

export interface Member {
  name: string;
  required: boolean;
  shape: Shape;
}

/** Deeper than any schema; a schema that contains itself ends here. */
const DEEPEST = 8;

/** Of each schema, by depth: hundreds of answers have a problem's members in common. */
const shapes = new WeakMap<Json, Map<unknown, Shape[]>>();

export function shapeOf(document: Json, schema: unknown, depth = 0): Shape {
  const known = shapes.get(document) ?? new Map<unknown, Shape[]>();
  shapes.set(document, known);
  const ofSchema = known.get(schema) ?? [];
  known.set(schema, ofSchema);
  ofSchema[depth] ??= read(document, schema, depth);
  return ofSchema[depth];
}

function read(document: Json, schema: unknown, depth: number): Shape {
  const whole = merged(document, schema);
  const variants = variantsOf(document, whole);
  const real = variants.filter((one) => one.type !== "null");
  const nullable =
    real.length < variants.length || (Array.isArray(whole.type) && whole.type.includes("null"));
  const base: Json = real.length === 1 ? { ...real[0], ...withoutVariants(whole) } : whole;
  const items = base.type === "array" ? shapeOf(document, base.items, depth + 1) : null;
  return {
    type: `${items ? arrayName(items) : typeName(base, real)}${nullable ? " or null" : ""}`,
    description: text(base.description),
    rules: [...rulesOf(base), ...(items?.rules ?? [])],
    options: [...optionsOf(base), ...(items?.options ?? [])],
    members: depth >= DEEPEST ? [] : [...allMembers(document, base, real, depth), ...(items?.members ?? [])],
  };
}

/** The schemas in `anyOf` and `oneOf`, also nested ones. */
function variantsOf(document: Json, schema: Json): Json[] {
  return list(schema.anyOf ?? schema.oneOf)
    .map((one) => merged(document, one))
    .flatMap((one) => {
      const inner = one.type === undefined ? variantsOf(document, one) : [];
      return inner.length > 0 ? inner : [one];
    });
}

/** A schema's own members, and those that only its variants have. */
function allMembers(document: Json, base: Json, variants: Json[], depth: number): Member[] {
  const own = membersOf(document, base, depth);
  if (variants.length < 2) return own;
  const names = new Set(own.map(({ name }) => name));
  const others = unionOf(variants.map((one) => membersOf(document, one, depth)));
  return [...own, ...others.filter(({ name }) => !names.has(name))];
}

function withoutVariants({ anyOf: _, oneOf: __, ...rest }: Json): Json {
  return rest;
}

/** The schema with references resolved and `allOf` merged. What stands beside a reference is said of that member. */
function merged(document: Json, schema: unknown): Json {
  const { $ref: _, ...beside } = object(schema);
  const { allOf, ...own } = { ...resolve(document, schema), ...beside };
  const parts = [...list(allOf).map((one) => merged(document, one)), own];
  const properties: Json = {};
  for (const part of parts) Object.assign(properties, overlay(properties, part));
  const required = [...new Set(parts.flatMap((part) => list(part.required)))];
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(refName(schema) && own.title === undefined && { title: refName(schema) }),
  };
}

/** A part that narrows a member keeps what an earlier part says about it. */
function overlay(all: Json, part: Json): Json {
  return Object.fromEntries(
    Object.entries(object(part.properties)).map(([name, schema]) => {
      const before = all[name];
      return [name, isObject(before) && isObject(schema) ? { ...before, ...schema } : schema];
    }),
  );
}

function membersOf(document: Json, schema: Json, depth: number): Member[] {
  const required = new Set(list(schema.required));
  return Object.entries(object(schema.properties)).map(([name, member]) => ({
    name,
    required: required.has(name),
    shape: shapeOf(document, member, depth + 1),
  }));
}

/** The members of all variants; required are those that every variant requires. */
export function unionOf(variants: readonly Member[][]): Member[] {
  const all = new Map<string, Member[]>();
  for (const member of variants.flat()) all.set(member.name, [...(all.get(member.name) ?? []), member]);
  const everywhere = (name: string) =>
    variants.every((members) => members.some((one) => one.name === name && one.required));
  return [...all].map(([name, members]) => {
    const member = members.reduce(both);
    const description = ofEachValue(members) ?? member.shape.description;
    return { ...member, required: everywhere(name), shape: { ...member.shape, description } };
  });
}

/** What each value of a member means, where every variant has one value and says its own of it. */
function ofEachValue(members: readonly Member[]): string | null {
  const values = new Map<string, Set<string>>();
  for (const { shape } of members) {
    const { description, options } = shape;
    const [only, ...others] = options;
    if (only === undefined || others.length > 0 || !description) return null;
    values.set(description, (values.get(description) ?? new Set()).add(only));
  }
  if (values.size < 2) return null;
  const named = (options: Set<string>) => [...options].map((one) => `\`${one}\``).join(", ");
  return [...values].map(([description, options]) => `${named(options)}: ${description}`).join(" ");
}

function both(one: Member, other: Member): Member {
  const unique = (texts: string[]) => [...new Set(texts)];
  return {
    ...one,
    shape: {
      ...one.shape,
      type: unique([one.shape.type, other.shape.type]).join(" or "),
      options: unique([...one.shape.options, ...other.shape.options]),
    },
  };
}

function typeName(schema: Json, variants: Json[]): string {
  if (variants.length > 1) return [...new Set(variants.map((one) => typeName(one, [])))].join(" or ");
  const types = [schema.type].flat().filter((one) => one !== undefined && one !== "null");
  if (types.length > 0) return types.join(" or ");
  if ("const" in schema) return typeof schema.const;
  if ("enum" in schema) return "string";
  return "properties" in schema ? "object" : "any value";
}

function arrayName(items: Shape): string {
  return items.type === "any value" ? "array" : `array of ${items.type}s`;
}

function optionsOf(schema: Json): string[] {
  const values = "const" in schema ? [schema.const] : list(schema.enum);
  return values.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
}

/** Of patterns only those of ids are shown; the others only exclude characters. An example of a list of values is none. */
function rulesOf(schema: Json): string[] {
  const rules: string[] = [];
  const { format, pattern, minimum, maximum, exclusiveMinimum, minLength, maxLength, multipleOf } = schema;
  if (format && typeof minimum !== "number") rules.push(`format ${format}`);
  else if (typeof pattern === "string" && /^\^[a-z]+_/.test(pattern)) rules.push(`matches ${pattern}`);
  if (typeof exclusiveMinimum === "number") rules.push(`greater than ${exclusiveMinimum}`);
  if (typeof minimum === "number") rules.push(`at least ${minimum}`);
  if (typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER) rules.push(`at most ${maximum}`);
  if (typeof minLength === "number" && minLength > 1) rules.push(`at least ${minLength} characters`);
  if (typeof maxLength === "number") rules.push(`at most ${maxLength} characters`);
  if (typeof multipleOf === "number") rules.push(`a multiple of ${multipleOf}`);
  const [example] = list(schema.examples);
  const isScalar = typeof example === "number" || (typeof example === "string" && example !== "");
  if (isScalar && optionsOf(schema).length === 0) rules.push(`for example ${example}`);
  if (schema.default !== undefined) rules.push(`default ${JSON.stringify(schema.default)}`);
  return rules;
}
