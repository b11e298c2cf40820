import type { AgreementRenderer } from "../../lib/agreement/renderer";
import { type CardGateway, GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import type { MailTransport } from "../../packages/mail/transport";
import { propertyOf } from "../../packages/text/narrow";
import type { Calls } from "./meters";

/** The same adapters, with each call counted and timed. */

export function meteredGateway(gateway: CardGateway, { call }: Calls): CardGateway {
  const told = <T>(operation: string, work: Promise<T>) => call("gateway", operation, work, resultOf);
  return {
    id: gateway.id,
    mode: gateway.mode,
    takesCharges: (isDoubtful) => gateway.takesCharges(isDoubtful),
    charge: (request) => told("charge", gateway.charge(request)),
    findCharge: (key) => told("find_charge", gateway.findCharge(key)),
    chargesOfOrder: (order) => told("charges_of_order", gateway.chargesOfOrder(order)),
    listCharges: (since) => told("list_charges", gateway.listCharges(since)),
    closeCharge: (key) => told("close_charge", gateway.closeCharge(key)),
  };
}

function resultOf(ended: { value: unknown } | { error: unknown }): string {
  if ("value" in ended) return String(propertyOf(ended.value, "status") ?? "done");
  if (ended.error instanceof GatewayNotReached) return "not_reached";
  return ended.error instanceof GatewayOutcomeUnknown ? "outcome_unknown" : "failed";
}

/** Its calls under way are its queue, the document that is being made included. */
export function meteredRenderer(renderer: AgreementRenderer, { call }: Calls): AgreementRenderer {
  return {
    render: (model) =>
      call("renderer", "render", renderer.render(model), (ended) => {
        if ("value" in ended) return ended.value ? "done" : "busy";
        return "failed";
      }),
    isWell: () => renderer.isWell(),
    close: () => renderer.close(),
  };
}

export function meteredTransport(transport: MailTransport, { call }: Calls): MailTransport {
  return {
    send: (message) =>
      call("mail", "send", transport.send(message), (ended) =>
        "value" in ended ? ended.value.outcome : "failed",
      ),
    maxMs: transport.maxMs,
    check: () => transport.check(),
    close: () => transport.close(),
  };
}
