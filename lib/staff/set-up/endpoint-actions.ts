import { endpointChangesRequest, newEndpointRequest } from "../../contract/webhook-requests";
import type { EndpointRow } from "../../db/webhook-endpoints";
import { EVENT_TYPES } from "../../domain/states";
import { createEndpoint, removeEndpoint, rotateSecret, updateEndpoint } from "../../events/endpoints";
import type { SetUpField } from "./action";
import { type SetUpChange, setUpAction } from "./make-action";
import { onEndpoint, read, typeOption } from "./on-endpoint";

const SECRET_ONCE = "You see the signing secret once, on the next page.";

const fieldsOf = (row?: EndpointRow): SetUpField[] => [
  {
    name: "url",
    label: "Address",
    hint: "Where your system receives events, such as https://college.example/webhooks",
    type: "text",
    isRequired: true,
    value: row?.url,
  },
  {
    name: "description",
    label: "Description (optional)",
    hint: "What it is for",
    type: "text",
    value: row?.description ?? "",
  },
  {
    name: "event_types",
    label: "Events",
    hint: "Choose none to receive all, future ones too",
    type: "checks",
    options: EVENT_TYPES.map(typeOption),
    value: row?.eventTypes.join("\n"),
  },
];

const typedEndpoint = ({ url, description, event_types = "" }: Record<string, string>) => ({
  url,
  description: description || null,
  event_types: event_types.split("\n").filter(Boolean),
});

const add = setUpAction<string>({
  part: "endpoints",
  key: "add",
  title: "Add an endpoint",
  find: async (_, __, id) => (id === "new" ? id : null),
  about: () => ({ name: null, id: "new", before: null }),
  says: ["The address receives events from now on.", SECRET_ONCE],
  fields: () => fieldsOf(),
  prepare(deps, { provider }, _, values) {
    const schema = newEndpointRequest(deps.webhooks.allowLoopback);
    const typed = read(schema, typedEndpoint(values), fieldsOf());
    if ("errors" in typed) return typed;
    return async () => {
      const { secret, ...after } = await createEndpoint(deps, provider.id, typed.value);
      return { after, shown: [{ label: "Signing secret", value: secret }] };
    };
  },
});

const change = onEndpoint({
  key: "change",
  title: "Change an endpoint",
  says: ["What waits to be sent goes to the new address, too."],
  fields: fieldsOf,
  prepare(deps, { provider }, { id }, values) {
    const schema = endpointChangesRequest(deps.webhooks.allowLoopback);
    const typed = read(schema, typedEndpoint(values), fieldsOf());
    if ("errors" in typed) return typed;
    return async () => ({ after: await updateEndpoint(deps, provider.id, id, typed.value) });
  },
});

const rotate = onEndpoint({
  key: "rotate",
  title: "Rotate a signing secret",
  says: [
    SECRET_ONCE,
    "For as long as you choose here, events are signed with both secrets, so that you can deploy the new one.",
  ],
  fields: () => [
    {
      name: "overlap",
      label: "The old secret signs too for",
      type: "choice",
      value: "24",
      options: [
        { value: "0", label: "No time: it stops at once" },
        { value: "1", label: "An hour" },
        { value: "24", label: "A day" },
        { value: "168", label: "7 days" },
      ],
    },
  ],
  prepare:
    (deps, { provider }, { id }, values) =>
    async () => {
      const hours = { overlap_hours: Number(values.overlap) };
      const { secret, ...after } = await rotateSecret(deps, provider.id, id, hours);
      return { after, shown: [{ label: "Signing secret", value: secret }] };
    },
});

const switched =
  (enabled: boolean): SetUpChange<EndpointRow>["prepare"] =>
  (deps, { provider }, { id }) =>
  async () => ({ after: await updateEndpoint(deps, provider.id, id, { enabled }) });

const disable = onEndpoint({
  key: "disable",
  title: "Disable an endpoint",
  whyNot: ({ disabledReason }) => (disabledReason === null ? null : "The endpoint is disabled already."),
  says: [
    "Nothing more is sent to it, not even what waits.",
    "You can enable it again. It then receives new events only.",
  ],
  prepare: switched(false),
});

const enable = onEndpoint({
  key: "enable",
  title: "Enable an endpoint",
  whyNot: ({ disabledReason }) => (disabledReason === null ? "The endpoint is enabled already." : null),
  says: ["It receives new events from now on.", "After that you can send again those that it missed."],
  prepare: switched(true),
});

const remove = onEndpoint({
  key: "delete",
  title: "Delete an endpoint",
  says: [
    "Nothing more is sent to it, not even what waits, and its log is not shown any more.",
    "This cannot be undone.",
  ],
  prepare:
    (deps, { provider }, { id }) =>
    async () => {
      await removeEndpoint(deps, provider.id, id);
      return { after: { deleted: true } };
    },
});

export const ENDPOINT_ACTIONS = [add, change, rotate, disable, enable, remove];
