import type { AgreementRenderer } from "../../lib/agreement/renderer";
import { around } from "../../lib/gateway/around";
import { type CardGateway, GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import type { MailTransport } from "../../packages/mail/transport";
import { propertyOf } from "../../packages/text/narrow";
import type { Calls } from "./meters";

/** The same adapters, with each call counted and timed. */

export const meteredGateway = (gateway: CardGateway, { call }: Calls): CardGateway =>
  around(gateway, (name, work) => call("gateway", snakeCase(name), work(), resultOf));

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
