import type {
  ConfirmationTokenCreateParams,
  ConfirmationTokenResult,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementReadyEvent,
} from "@stripe/stripe-js";
import type { Answer, FromFrame } from "./messages";
import { newToken } from "./token";

/** Stands for Stripe.js: as much of it as packages/cards/capture uses, by Stripe's own types. */

type Kind = "payment" | "expressCheckout";
type Handler = (event: unknown) => void;
interface Elements {
  ask(): Promise<Answer>;
}

const { currentScript } = document;
const origin = new URL(currentScript && "src" in currentScript ? currentScript.src : location.href).origin;

function createElement(kind: Kind) {
  const frame = document.createElement("iframe");
  frame.src = `${origin}/elements/${kind}`;
  frame.title = kind === "payment" ? "Secure payment input frame" : "Secure express checkout frame";
  Object.assign(frame.style, { border: "0", width: "100%", height: kind === "payment" ? "280px" : "60px" });
  const handlers = new Map<string, Handler>();
  addEventListener("message", ({ source, data }: MessageEvent<FromFrame>) => {
    if (source !== frame.contentWindow) return;
    if (data.standIn === "ready") handlers.get("ready")?.(readyOf(kind, data.hasWallet));
    if (data.standIn === "wallet") handlers.get("confirm")?.(confirmation());
  });
  const element = {
    on(type: string, handler: Handler) {
      handlers.set(type, handler);
      return element;
    },
    mount(host: string | HTMLElement) {
      const place = typeof host === "string" ? document.querySelector(host) : host;
      place?.append(frame);
    },
    ask: () =>
      new Promise<Answer>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
        frame.contentWindow?.postMessage({}, origin, [port2]);
      }),
  };
  return element;
}

const OTHERS = { amazonPay: false, googlePay: false, link: false, paypal: false, klarna: false };

const readyOf = (kind: Kind, hasWallet: boolean): StripeExpressCheckoutElementReadyEvent | object =>
  kind === "payment"
    ? { elementType: kind }
    : { elementType: kind, availablePaymentMethods: hasWallet ? { ...OTHERS, applePay: true } : undefined };

const confirmation = (): StripeExpressCheckoutElementConfirmEvent => ({
  expressPaymentType: "apple_pay",
  paymentFailed: () => document.dispatchEvent(new Event("stand-in:wallet-failed")),
});

const used: object[] = [];

function Stripe(publishableKey: string, options: { stripeAccount?: string } = {}) {
  if (!/^pk_(test|live)_/.test(publishableKey)) throw new Error("IntegrationError: not a publishable key");
  used.push({ publishableKey, ...options });
  return {
    elements(asked: StripeElementsOptionsMode) {
      if (!(asked.mode === "payment" && asked.amount > 0 && asked.currency === "aud"))
        throw new Error("IntegrationError: not a payment in Australian dollars");
      let element: ReturnType<typeof createElement> | null = null;
      const ask = async (): Promise<Answer> => {
        if (!element) throw new Error("IntegrationError: no element was created");
        return element.ask();
      };
      return {
        ask,
        create: (kind: Kind) => (element = createElement(kind)),
        async submit() {
          const { error } = await ask();
          return error?.type === "validation_error" ? { error } : { selectedPaymentMethod: "card" };
        },
      };
    },
    async createConfirmationToken({
      elements,
      params,
    }: {
      elements: Elements;
      params?: ConfirmationTokenCreateParams;
    }): Promise<ConfirmationTokenResult> {
      const { card, error } = await elements.ask();
      if (error) return { error };
      return {
        confirmationToken: newToken(card, params?.payment_method_data?.billing_details?.name ?? null),
      };
    },
  };
}

Object.assign(window, { Stripe: Object.assign(Stripe, { used }) });
