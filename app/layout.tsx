import type { Metadata } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { TestBand } from "../components/ui/TestBand";
import { published } from "../lib/api/published";
import { FONTS } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: "Provider Checkout",
  description: "Enrol students by card or by an interest-free payment plan.",
  robots: { index: false },
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Never from a build: each answer carries the nonce of its own policy.
  await connection();
  return (
    <html lang="en-AU" className={FONTS}>
      <body>
        {published().pages.environment === "sandbox" && (
          <TestBand>Test environment. No money moves and nothing you sign is binding.</TestBand>
        )}
        {children}
      </body>
    </html>
  );
}
