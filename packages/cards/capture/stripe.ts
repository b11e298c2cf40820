import type {
  Appearance,
  Stripe,
  StripeElements,
  StripeElementsOptionsMode,
  StripeError,
} from "@stripe/stripe-js";
import { CaptureError, givenIn, readName } from "./details";
import { notLoaded, type Setup, vendorScript } from "./vendor";

/** The release that goes with the API's version of packages/stripe, and with the types. */
const SCRIPT = {
  host: "https://js.stripe.com",
  path: "/endive/stripe.js",
  isShared: false,
  read: () => window.Stripe,
};

/** The amount matters to wallets only, and those are drawn only where it is known. */
const ANY_CENTS = 100;

interface Drawing {
  /** In dollars. */
  amount?: number;
  onWallet?(paid: Token): unknown;
  appearance?: Appearance;
}
type Token = Awaited<ReturnType<typeof tokenOf>>;

/** The student types the card into Stripe's own frame: our code and the page never see its number. */
export function stripeCapture(setup: Setup, publishableKey: string) {
  let drawn: { stripe: Stripe; elements: StripeElements } | null = null;
  return {
    async mount(place: unknown, { amount, onWallet, appearance }: Drawing = {}): Promise<void> {
      const host = typeof place === "string" ? document.querySelector(place) : place;
      if (!(host instanceof Element))
        throw new CaptureError("element_required", "mount needs an element of the page, or its selector.");
      const Stripe = await vendorScript(setup, SCRIPT);
      const stripe = Stripe(publishableKey, setup.account === null ? {} : { stripeAccount: setup.account });
      const options: StripeElementsOptionsMode = {
        mode: "payment",
        currency: "aud",
        amount: amount === undefined ? ANY_CENTS : Math.round(amount * 100),
        allowedPaymentMethodTypes: ["card"],
        ...(appearance && { appearance }),
      };
      const [wallets, fields] = [document.createElement("div"), document.createElement("div")];
      host.replaceChildren(wallets, fields);
      if (amount !== undefined && onWallet) drawWallets(stripe, options, wallets, onWallet);
      const elements = stripe.elements(options);
      const element = elements.create("payment", {
        wallets: { applePay: "never", googlePay: "never", link: "never" },
      });
      await new Promise<void>((resolve, reject) => {
        element.on("ready", () => resolve());
        element.on("loaderror", () => reject(notLoaded()));
        element.mount(fields);
      });
      drawn = { stripe, elements };
    },

    async createToken(details: unknown): Promise<Token> {
      const { number, cvc, name } = givenIn(details);
      if ([number, cvc].some((one) => one !== undefined && one !== null))
        throw new CaptureError(
          "processor_fields_required",
          "Card details may only be typed into the processor's own fields. Draw them with mount.",
        );
      const holder = readName(name);
      if (!drawn) throw new CaptureError("fields_not_mounted", "Draw the card fields with mount first.");
      return tokenOf(drawn.stripe, drawn.elements, holder);
    },
  };
}

function drawWallets(
  stripe: Stripe,
  options: StripeElementsOptionsMode,
  host: HTMLElement,
  onWallet: (paid: Token) => unknown,
) {
  const elements = stripe.elements(options);
  const wallets = elements.create("expressCheckout");
  host.style.visibility = "hidden";
  wallets.on("ready", ({ availablePaymentMethods }) => {
    host.hidden = !availablePaymentMethods;
    host.style.visibility = "";
    host.style.marginBlockEnd = "1rem";
  });
  wallets.on("confirm", async (event) => {
    try {
      await onWallet(await tokenOf(stripe, elements));
    } catch {
      event.paymentFailed({ reason: "fail" });
    }
  });
  wallets.mount(host);
}

async function tokenOf(stripe: Stripe, elements: StripeElements, name?: string) {
  const { error: incomplete } = await elements.submit();
  if (incomplete) throw refusalOf(incomplete);
  const params = name === undefined ? {} : { payment_method_data: { billing_details: { name } } };
  const { confirmationToken, error } = await stripe.createConfirmationToken({ elements, params });
  if (error) throw refusalOf(error);
  const { card } = confirmationToken.payment_method_preview;
  return {
    token: confirmationToken.id,
    card: card
      ? { scheme: card.brand, last4: card.last4, expiry_month: card.exp_month, expiry_year: card.exp_year }
      : null,
  };
}

/** Stripe words these two types for whoever pays, and marks the field in its frame. */
function refusalOf({ type, code, message }: StripeError): CaptureError {
  const isForPayer = type === "validation_error" || type === "card_error";
  const general = "Your card details could not be used. Check them and try again.";
  return new CaptureError(code ?? type, (isForPayer && message) || general);
}
