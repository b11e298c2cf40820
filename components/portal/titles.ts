import type { Step } from "@/lib/enrolment/step";

export const STEP_TITLES: Record<Step, string> = {
  details: "Your details",
  pay: "How to pay",
  card: "Pay by card",
  bank: "Authorise your bank account",
  review: "Review and confirm",
  checking: "Checking your payment",
  done: "You are enrolled",
  expired: "Your payment plan has expired",
  cancelled: "Your payment plan was cancelled",
};
