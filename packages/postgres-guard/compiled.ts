import { is, Param, Placeholder, type Query, type SQL } from "drizzle-orm";
import { clientOf, type Db } from "./declared";
import type { Declared } from "./statement";

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** Columns of a select by name, in groups of a table's columns, or alone. */
export type Selection = Readonly<Record<string, Decoder | SQL | Readonly<Record<string, Decoder | SQL>>>>;

/** Values for placeholders by their names; those of `part.name` stand in the object of that part. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * A statement of Drizzle's, whose text is made once, and whose rows arrive as the driver has them: Drizzle looks at each
 * parameter of each run for what encodes it, and at each value of each row for what decodes it.
 * @param build with placeholders for what differs from run to run
 */
export function compiled(declared: Declared, build: (db: Db) => { toSQL(): Query }) {
  let made: { text: string; arguments: ((values: Values) => unknown)[] } | undefined;
  return async (db: Db, values: Values): Promise<unknown[][]> => {
    if (!made) {
      const { sql: text, params } = build(db).toSQL();
      made = { text, arguments: params.map(argumentOf) };
    }
    const args = made.arguments.map((argument) => argument(values)) as never[];
    return clientOf(db).unsafe(made.text, args, declared).values();
  };
}

function argumentOf(param: unknown): (values: Values) => unknown {
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder } = param;
    const value = argumentOf(param.value);
    return (values) => encoder.mapToDriverValue(value(values));
  }
  if (!is(param, Placeholder)) return () => param;
  const [part = "", name] = param.name.split(".");
  return (values) => (name === undefined ? values[part] : (values[part] as Values)[name]);
}

/**
 * What Drizzle makes of such a row.
 * @param selection what was selected, in its order
 * @param joined groups of tables that need not have a row: null where they have none
 */
export function rowReader<Row>(selection: Selection, joined: readonly string[]): (raw: unknown[]) => Row {
  const groups = Object.entries(selection).map(([name, of]) => {
    const isAlone = isDecoder(of);
    const columns = Object.entries(isAlone ? { [name]: of } : of);
    return {
      name,
      isAlone,
      isJoined: joined.includes(name),
      columns: columns.map(([column, one]) => ({ name: column, decoder: decoderOf(one) })),
    };
  });
  return (raw) => {
    const row: Record<string, unknown> = {};
    let at = 0;
    for (const { name, isAlone, isJoined, columns } of groups) {
      const values: Record<string, unknown> = {};
      let isThere = !isJoined;
      for (const column of columns) {
        const value = raw[at++];
        isThere ||= value !== null;
        values[column.name] = value === null ? null : column.decoder.mapFromDriverValue(value);
      }
      row[name] = isAlone ? values[name] : isThere ? values : null;
    }
    return row as Row;
  };
}

const isDecoder = (of: Selection[string]): of is Decoder | SQL =>
  "mapFromDriverValue" in of || "queryChunks" in of;

const decoderOf = (of: Decoder | SQL): Decoder =>
  "mapFromDriverValue" in of ? of : (of as unknown as { decoder: Decoder }).decoder;
