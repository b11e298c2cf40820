import { endpointChangesRequest, newEndpointRequest } from "../../contract/webhook-requests";
import type { EndpointRow } from "../../db/webhook-endpoints";
import { EVENT_TYPES } from "../../domain/states";
import { createEndpoint, removeEndpoint, rotateSecret, updateEndpoint } from "../../events/endpoints";
import type { SetUpAction } from "./action";
import { optional, overlap, required, text } from "./fields";
import { onEndpoint, read, typeOption } from "./on-endpoint";

const SECRET_ONCE = "You see the signing secret once, on the next page.";

const secretOf = (value: string) => [{ label: "Signing secret", value }];

const fieldsOf = (row?: EndpointRow) => [
  required("url", "Address", {
    hint: "Where your system receives events, such as https://college.example/webhooks",
    value: row?.url,
  }),
  optional("description", "Description", { hint: "What it is for", value: row?.description ?? "" }),
  text("event_types", "Events", {
    hint: "Choose none to receive all, future ones too",
    type: "checks",
    options: EVENT_TYPES.map(typeOption),
    value: row?.eventTypes.join("\n"),
  }),
];

const typedEndpoint = ({ url, description, event_types = "" }: Record<string, string>) => ({
  url,
  description: description || null,
  event_types: event_types.split("\n").filter(Boolean),
});

const add: SetUpAction = {
  part: "endpoints",
  key: "add",
  title: "Add an endpoint",
  isNew: true,
  open: (deps, { provider }) => ({
    what: ({ url = "" }) => url,
    says: ["The address receives events from now on.", SECRET_ONCE],
    fields: fieldsOf(),
    read(values) {
      const typed = read(newEndpointRequest(deps.webhooks.allowLoopback), typedEndpoint(values), fieldsOf());
      if ("errors" in typed) return typed;
      return async () => {
        const { secret, ...after } = await createEndpoint(deps, provider.id, typed.value);
        return { after, shown: secretOf(secret) };
      };
    },
  }),
};

const change = onEndpoint("change", "Change an endpoint", (row, deps, { provider }) => ({
  says: ["What waits to be sent goes to the new address, too."],
  fields: fieldsOf(row),
  read(values) {
    const schema = endpointChangesRequest(deps.webhooks.allowLoopback);
    const typed = read(schema, typedEndpoint(values), fieldsOf());
    if ("errors" in typed) return typed;
    return async () => ({ after: await updateEndpoint(deps, provider.id, row.id, typed.value) });
  },
}));

const rotate = onEndpoint("rotate", "Rotate a signing secret", ({ id }, deps, { provider }) => ({
  says: [
    SECRET_ONCE,
    "For as long as you choose here, events are signed with both secrets, so that you can deploy the new one.",
  ],
  fields: [overlap("The old secret signs too for")],
  read: (values) => async () => {
    const hours = { overlap_hours: Number(values.overlap) };
    const { secret, ...after } = await rotateSecret(deps, provider.id, id, hours);
    return { after, shown: secretOf(secret) };
  },
}));

const switching = (enabled: boolean, key: string, title: string, already: string, says: readonly string[]) =>
  onEndpoint(key, title, ({ id, disabledReason }, deps, { provider }) =>
    (disabledReason === null) === enabled
      ? { notice: already }
      : {
          says,
          read: () => async () => ({ after: await updateEndpoint(deps, provider.id, id, { enabled }) }),
        },
  );

const disable = switching(false, "disable", "Disable an endpoint", "The endpoint is disabled already.", [
  "Nothing more is sent to it, not even what waits.",
  "You can enable it again. It then receives new events only.",
]);

const enable = switching(true, "enable", "Enable an endpoint", "The endpoint is enabled already.", [
  "It receives new events from now on.",
  "After that you can send again those that it missed.",
]);

const remove = onEndpoint("delete", "Delete an endpoint", ({ id }, deps, { provider }) => ({
  says: [
    "Nothing more is sent to it, not even what waits, and its log is not shown any more.",
    "This cannot be undone.",
  ],
  read: () => async () => {
    await removeEndpoint(deps, provider.id, id);
    return { after: { deleted: true } };
  },
}));

export const ENDPOINT_ACTIONS = [add, change, rotate, disable, enable, remove];
