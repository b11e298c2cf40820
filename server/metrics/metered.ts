import type { AgreementRenderer } from "../../lib/agreement/model";
import type { DebitProcessor } from "../../lib/gateway/debit-port";
import { type CardGateway, GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import type { MailTransport } from "../../packages/mail/transport";
import { propertyOf } from "../../packages/text/narrow";
import { snakeCase } from "../../packages/text/text";
import { inSpan } from "../../packages/tracing/span";
import { around, aroundDebits } from "../instance/around";
import type { Calls } from "./meters";

/** The same adapters, with each call counted and timed. */

/** Each call is a span too, which names neither amount nor key. */
export const meteredGateway = (gateway: CardGateway, { call }: Calls): CardGateway =>
  around(gateway, (name, work) => {
    const about = { name: `gateway ${name}`, kind: "client", attributes: PEER } as const;
    return call("gateway", snakeCase(name), inSpan(about, work), resultOf);
  });

export const meteredDebits = (processor: DebitProcessor, { call }: Calls): DebitProcessor =>
  aroundDebits(processor, (name, work) => {
    const about = { name: `debits ${name}`, kind: "client", attributes: PEER } as const;
    return call("gateway", `debits_${snakeCase(name)}`, inSpan(about, work), resultOf);
  });

const PEER = { "peer.service": "card-gateway" };

function resultOf(ended: { value: unknown } | { error: unknown }): string {
  if ("value" in ended) return String(propertyOf(ended.value, "status") ?? "done");
  if (ended.error instanceof GatewayNotReached) return "not_reached";
  return ended.error instanceof GatewayOutcomeUnknown ? "outcome_unknown" : "failed";
}

/** Its calls under way are its queue, the document that is being made included. */
export function meteredRenderer(renderer: AgreementRenderer, { call }: Calls): AgreementRenderer {
  return {
    ...renderer,
    render: (model) =>
      call("renderer", "render", renderer.render(model), (ended) => {
        if ("value" in ended) return ended.value ? "done" : "busy";
        return "failed";
      }),
  };
}

export function meteredTransport(transport: MailTransport, { call }: Calls): MailTransport {
  return {
    ...transport,
    send: (message) =>
      call("mail", "send", transport.send(message), (ended) =>
        "value" in ended ? ended.value.outcome : "failed",
      ),
  };
}
