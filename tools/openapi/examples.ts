import { checkoutExamples, withoutActionsExample } from "../../lib/contract/examples/checkouts";
import { eventExamples } from "../../lib/contract/examples/events";
import { type ExamplesAt, examplesAt } from "../../lib/contract/examples/named";
import { EXAMPLE, type Place } from "../../lib/contract/examples/values";
import { ENDPOINT, SENT } from "../../lib/contract/examples/webhooks";
import type { ErrorCode } from "../../lib/domain/errors";
import type { EventType } from "../../lib/domain/states";
import type { Operation } from "../../lib/http/operation";
import { errorOf, exampleOfProblem, problemExample } from "./problem-examples";
import type { Json } from "./schemas";

export type { Place } from "../../lib/contract/examples/values";

export interface Examples {
  ofRequest(operation: Operation): Json;
  ofResponse(operation: Operation, status: number): Json;
  ofProblem(operation: Operation, code: ErrorCode): Json;
  ofEvent(type: EventType): Json;
  shared: Json;
}

export function createExamples(place: Place): Examples {
  const events = eventExamples(place);
  const shared: Json = {};
  return {
    shared,
    ofRequest: ({ id, input }) => written(input.body?.examples, "request", id),
    ofResponse: ({ id, responses }, status) => written(responses[status]?.examples, "response", id),
    ofEvent: (type) => ({ value: events[type] }),
    ofProblem(operation, code) {
      if (code === "validation_failed") return { value: validationProblem(place, operation) };
      // Of the first operation that has it; one example is enough of each code.
      const value = exampleOfProblem(place, code, instanceOf(operation));
      shared[code] ??= { summary: value.title, value };
      return { $ref: `#/components/examples/${code}` };
    },
  };

  /** @throws Error for a body without examples: each has some */
  function written(named: ExamplesAt | undefined, of: "request" | "response", id: string): Json {
    if (!named) throw new Error(`A ${of} of ${id} has no examples`);
    return Object.fromEntries(
      Object.entries(examplesAt(named, place)).map(([name, [summary, value]]) => {
        const key = `${of}.${name}`;
        const example = { summary, value };
        if (shared[key] && JSON.stringify(shared[key]) !== JSON.stringify(example))
          throw new Error(`Two examples have the name ${key}`);
        shared[key] = example;
        return [name, { $ref: `#/components/examples/${key}` }];
      }),
    );
  }
}

/** By the names of schemas whose members' own examples do not go together. */
export function schemaExamples(place: Place): Record<string, unknown> {
  const { plan } = checkoutExamples(place);
  const shown = withoutActionsExample(plan);
  return {
    CheckoutPlan: plan.plan,
    DirectDebit: plan.direct_debit,
    DirectDebitWithoutActions: shown.direct_debit,
    CheckoutWithoutActions: shown,
    WebhookEndpoint: ENDPOINT,
    WebhookDelivery: SENT,
  };
}

/** The field errors of the operation's own reader, for a faulty body or a parameter without a value. */
function validationProblem(place: Place, operation: Operation) {
  const { input } = operation;
  const [parameter = ""] = Object.keys(input.query?.shape ?? {});
  const query = new URLSearchParams({ [parameter]: " " });
  const read = () => input.read(input.body?.faulty, query, { allowLoopback: false });
  return problemExample(place, errorOf(read), instanceOf(operation));
}

const instanceOf = ({ path }: Operation) => path.replace(/\{(\w+)\}/, (_, name) => IDS[name] ?? "");

const IDS: Record<string, string> = EXAMPLE;
