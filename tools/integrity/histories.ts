import {
  begin,
  canMove,
  type EventType,
  move,
  PAYMENT_TYPES,
  type PaymentType,
  type State,
  TRANSITIONS,
  type TransitionName,
} from "../../lib/domain/states";
import { keysOf } from "../../packages/text/narrow";

/** A state, and events that lead to it, from the first on. */
interface History {
  readonly paymentType: PaymentType;
  readonly state: State;
  readonly events: readonly EventType[];
}

const [PAY_NOW, PLAN] = PAYMENT_TYPES;

/** Every history that the table of moves allows: a checkout that has another one was not written by it. */
export function legalHistories(): History[] {
  const found: History[] = [];
  const known = new Set<string>();
  const add = (history: History): void => {
    const text = JSON.stringify(history);
    // An outcome that is unknown once more changes nothing.
    if (known.has(text)) return;
    known.add(text);
    found.push(history);
    // The document follows the signature, and moves nothing.
    if (history.events.at(-1) === "payment_plan.signed")
      add({ ...history, events: [...history.events, "agreement.ready"] });
    // The email with the receipt or the agreement may be refused.
    if (["agreement.ready", "card_payment.succeeded"].includes(history.events.at(-1) ?? ""))
      add({ ...history, events: [...history.events, "student.email_undelivered"] });
    for (const name of keysOf(TRANSITIONS))
      if (canMove(history.state.checkout, name)) add(after(history, name));
  };
  add({ paymentType: PLAN, state: begin("start_plan"), events: ["checkout.created"] });
  add({ paymentType: PAY_NOW, state: begin("start_pay_now"), events: ["checkout.created"] });
  add({ paymentType: PAY_NOW, state: begin("start_card_page"), events: ["checkout.created"] });
  return found;
}

function after({ paymentType, state, events }: History, name: TransitionName): History {
  const { event } = TRANSITIONS[name];
  return { paymentType, state: move(state, name), events: event ? [...events, event] : events };
}
