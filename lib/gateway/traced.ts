import { inSpan } from "../../packages/tracing/span";
import { around } from "./around";
import type { CardGateway } from "./port";

const attributes = { "peer.service": "card-gateway" };

/** Each call is a span, which names neither amount nor key. */
export const traced = (gateway: CardGateway): CardGateway =>
  around(gateway, (name, work) => inSpan({ name: `gateway ${name}`, kind: "client", attributes }, work));
