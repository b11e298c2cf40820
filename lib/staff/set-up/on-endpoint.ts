import type { z } from "zod";
import { fieldErrors } from "../../contract/validate";
import type { EndpointRow } from "../../db/webhook-endpoints";
import type { EVENT_TYPES } from "../../domain/states";
import { EVENT_WORDS } from "../words";
import type { Faults, SetUpField } from "./action";
import { endpointAt } from "./endpoints";
import { changesOf } from "./make-action";

export const typeOption = (type: (typeof EVENT_TYPES)[number]) => ({
  value: type,
  label: `${EVENT_WORDS[type]} (${type})`,
});

/** Reads with the API's schema, whose errors name the fields as the form does. */
export function read<S extends z.ZodType>(
  schema: S,
  input: unknown,
  fields: readonly SetUpField[],
): { value: z.output<S> } | Faults {
  const found = schema.safeParse(input);
  if (found.success) return { value: found.data };
  const labels = new Map(fields.map(({ name, label }) => [name, label.replace(" (optional)", "")]));
  return {
    errors: Object.fromEntries(
      fieldErrors(found.error.issues, input).map(({ path: [name = ""], message }) => [
        name,
        message.replace(name, labels.get(name) ?? name).replace(/\.$/, ""),
      ]),
    ),
  };
}

const outlineOf = ({ url, description, eventTypes, disabledReason }: EndpointRow) => ({
  url,
  description,
  event_types: eventTypes,
  disabled_reason: disabledReason,
});

export const onEndpoint = changesOf(
  "endpoints",
  ({ db }, caller, id) => endpointAt(db, caller, id),
  (row) => ({ about: row.url, what: row.id, before: outlineOf(row) }),
);
