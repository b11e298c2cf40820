import type { SetupView } from "../../lib/setup-page/view";

interface StepTitle {
  /** In the tab, before the provider's name. */
  short: string;
  title: string;
  step?: 1 | 2 | 3;
}

export function titleOf(view: SetupView, provider: string): StepTitle {
  const same = (title: string, step?: StepTitle["step"]): StepTitle => ({ short: title, title, step });
  switch (view.state) {
    case "bank":
      return {
        short: "Set up a Direct Debit Request",
        title: `Set up a Direct Debit Request with ${provider}`,
        step: 1,
      };
    case "not_alone":
      return same("You need an account that you can authorise on your own");
    case "check":
      return same("Check your details and authorise", 2);
    case "authorised":
      return view.isNew
        ? same("Direct debit authorised", 3)
        : same("This direct debit is already authorised");
    case "confirmed":
      return same("This payment plan is already confirmed");
    case "expired":
      return same("This direct debit request has expired");
    case "cancelled":
      return same("This direct debit request was cancelled");
    case "inactive":
      return same("This link is no longer active");
    default:
      return view satisfies never;
  }
}
