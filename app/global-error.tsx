"use client";

import { FaultPage } from "../components/FaultPage";
import { FONTS } from "./fonts";
import "./globals.css";

/** Stands in for the layout itself, so it brings its own document. */
export default function GlobalFault({ retry }: { retry: () => void }) {
  return (
    <html lang="en-AU" className={FONTS}>
      <title>Something went wrong – Provider Checkout</title>
      <body>
        <FaultPage onRetry={retry} />
      </body>
    </html>
  );
}
