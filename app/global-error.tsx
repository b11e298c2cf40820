"use client";

import "./globals.css";

/** Replaces the layout, so it has a document of its own, with as little code as possible. */
export default function GlobalFault() {
  return (
    <html lang="en-AU">
      <title>Something went wrong – Provider Checkout</title>
      <body>
        <main className="mx-auto max-w-form-outer space-y-6 px-4 py-12 sm:px-6">
          <h1>Something went wrong on our side</h1>
          <p>The steps that you had finished are kept. Load this page again in a few minutes.</p>
          <p>If you were paying, look at your enrolment again before you pay a second time.</p>
        </main>
      </body>
    </html>
  );
}
