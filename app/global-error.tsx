"use client";

import { FaultPage } from "../components/FaultPage";
import "./globals.css";

/** Stands in for the layout itself, so it brings its own document, in the system's typeface. */
export default function GlobalFault({ retry }: { retry: () => void }) {
  return (
    <html lang="en-AU">
      <title>Something went wrong – Provider Checkout</title>
      <body>
        <FaultPage onRetry={retry} />
      </body>
    </html>
  );
}
