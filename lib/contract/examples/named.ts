import type { Place } from "./values";

/** Examples by their names, each with what it shows. */
type Examples<Value = unknown> = Readonly<Record<string, readonly [summary: string, value: Value]>>;

/** Examples that may speak of the deployment. */
export type ExamplesAt<Value = unknown> = Examples<Value> | ((place: Place) => Examples<Value>);

export const examplesAt = (examples: ExamplesAt, place: Place): Examples =>
  typeof examples === "function" ? examples(place) : examples;
