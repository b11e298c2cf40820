import type { ReactNode } from "react";
import { Notice } from "../ui/Notice";

/** Without JavaScript the card number would have to come to us. */
export const NeedsJavaScript = ({ children }: { children?: ReactNode }) => (
  <noscript className="block">
    <Notice kind="warning">
      Paying by card needs JavaScript, so that your card number goes to the card gateway only. Turn it on and
      load this page again.{children}
    </Notice>
  </noscript>
);
