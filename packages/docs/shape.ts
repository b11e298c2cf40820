import type { Schema } from "./openapi";

/** A schema as a reader of the reference sees it. */
export interface Shape {
  /** "string", "number or null", "array of objects". */
  type: string;
  description: string;
  /** Bounds and forms, each in a few words of markdown. */
  rules: string[];
  /** The known values, if there is a list of them. */
  options: string[];
  members: Member[];
}

export interface Member {
  name: string;
  required: boolean;
  shape: Shape;
}

export function shapeOf(schema: Schema): Shape {
  const variants = variantsOf(schema);
  const real = variants.filter((one) => one.type !== "null");
  const isNullable =
    real.length < variants.length || (Array.isArray(schema.type) && schema.type.includes("null"));
  const { anyOf: _, oneOf: __, ...own } = schema;
  const base: Schema = real.length === 1 ? { ...real[0], ...own } : schema;
  const items = base.type === "array" && base.items ? shapeOf(base.items) : null;
  return {
    type: `${items ? arrayName(items) : typeName(base, real)}${isNullable ? " or null" : ""}`,
    description: base.description ?? "",
    rules: [...rulesOf(base), ...(items?.rules ?? [])],
    options: [...optionsOf(base), ...(items?.options ?? [])],
    members: [...allMembers(base, real), ...(items?.members ?? [])],
  };
}

/** The schemas in `anyOf` and `oneOf`, also nested ones. */
function variantsOf(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => {
    const inner = one.type === undefined ? variantsOf(one) : [];
    return inner.length > 0 ? inner : [one];
  });
}

/** A schema's own members, and those that only its variants have. */
function allMembers(base: Schema, variants: readonly Schema[]): Member[] {
  const own = membersOf(base);
  if (variants.length < 2) return own;
  const others = unionOf(variants.map(membersOf));
  return [...own, ...others.filter(({ name }) => !own.some((one) => one.name === name))];
}

function membersOf({ properties = {}, required = [] }: Schema): Member[] {
  return Object.entries(properties).map(([name, member]) => ({
    name,
    required: required.includes(name),
    shape: shapeOf(member),
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

function typeName(schema: Schema, variants: readonly Schema[]): string {
  if (variants.length > 1) return [...new Set(variants.map((one) => typeName(one, [])))].join(" or ");
  const types = [schema.type ?? []].flat();
  if (types.length > 0) return types.filter((one) => one !== "null").join(" or ") || "null";
  if ("const" in schema) return typeof schema.const;
  if (schema.enum) return "string";
  return schema.properties ? "object" : "any value";
}

function arrayName({ type }: Shape): string {
  return type === "any value" ? "array" : `array of ${type}s`;
}

function optionsOf(schema: Schema): string[] {
  const values = "const" in schema ? [schema.const] : (schema.enum ?? schema["x-extensible-enum"] ?? []);
  return values.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
}

/** Of patterns only those of ids are shown; the others only exclude characters. An example of a list of values is none. */
function rulesOf(schema: Schema): string[] {
  const { format, pattern, minimum, maximum, exclusiveMinimum, minLength, maxLength, multipleOf } = schema;
  const [example] = schema.examples ?? [];
  const isScalar = typeof example === "number" || (typeof example === "string" && example !== "");
  const rules = [
    format && minimum === undefined && `format ${format}`,
    !format && pattern && /^\^[a-z]+_/.test(pattern) && `matches \`${pattern}\``,
    exclusiveMinimum !== undefined && `greater than ${exclusiveMinimum}`,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    multipleOf !== undefined && `a multiple of ${multipleOf}`,
    isScalar && optionsOf(schema).length === 0 && `for example \`${example}\``,
    schema.default !== undefined && `default \`${JSON.stringify(schema.default)}\``,
  ];
  return rules.filter((rule) => typeof rule === "string");
}
