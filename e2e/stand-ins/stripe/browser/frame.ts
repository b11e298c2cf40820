import { passesLuhn } from "../../../../packages/cards/card-number";
import type { Answer, FromFrame } from "./messages";

/** The stand-in's own frame, in which a card is typed or a wallet's button pressed. */

const NUMBERS: Record<string, string> = {
  "4242424242424242": "visa",
  "4000000000000002": "visa_chargeDeclined",
  "4000000000009995": "visa_chargeDeclinedInsufficientFunds",
  "4000000000009987": "visa_chargeDeclinedLostCard",
  "4000000000009979": "visa_chargeDeclinedStolenCard",
  "4100000000000019": "visa_chargeDeclinedFraudulent",
  "4000000000000069": "chargeDeclinedExpiredCard",
  "4000000000000127": "chargeDeclinedIncorrectCvc",
  "4000000000000119": "chargeDeclinedProcessingError",
  "4000002760003184": "threeDSecure2Required",
  "4000008400001629": "threeDSecureRequiredChargeDeclined",
};

const digitsOf = (id: string) =>
  (document.querySelector<HTMLInputElement>(`#${id}`)?.value ?? "").replace(/\D/g, "");

function read(): Answer {
  const [number, expiry, cvc] = [digitsOf("number"), digitsOf("expiry"), digitsOf("cvc")];
  const refuse = (code: string, message: string): Answer => ({
    error: { type: "validation_error", code, message },
  });
  if (number.length < 13) return refuse("incomplete_number", "Your card number is incomplete.");
  if (!passesLuhn(number)) return refuse("invalid_number", "Your card number is invalid.");
  if (expiry.length !== 4) return refuse("incomplete_expiry", "Your card's expiration date is incomplete.");
  if (cvc.length < 3) return refuse("incomplete_cvc", "Your card's security code is incomplete.");
  const slug = NUMBERS[number];
  const message = "Your card was declined. Your request was in test mode, but used a non test card.";
  if (slug === undefined) return { error: { type: "card_error", code: "card_declined", message } };
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  return { card: { slug, last4: number.slice(-4), month, year } };
}

const wallet: Answer = { card: { slug: "visa", last4: "4242", month: 12, year: 2040 } };
const walletButton = document.querySelector("button");

addEventListener("message", ({ ports }) => {
  const answer = document.querySelector("#number") ? read() : wallet;
  const said = document.querySelector("[role=alert]");
  if (said) said.textContent = answer.error?.message ?? "";
  ports[0]?.postMessage(answer);
});

// The page is any integrator's, and nothing of this is secret.
const tell = (message: FromFrame) => parent.postMessage(message, "*");
walletButton?.addEventListener("click", () => tell({ standIn: "wallet" }));
tell({ standIn: "ready", hasWallet: walletButton !== null });
