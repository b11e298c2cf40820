import type { Metadata } from "next";
import localFont from "next/font/local";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { TestBand } from "../components/ui/TestBand";
import { published } from "../lib/api/published";
import "./globals.css";

/** The letters that nearly every page needs; globals.css has the files for others. D-073. */
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--font-inter",
});

export const metadata: Metadata = {
  title: "Provider Checkout",
  description: "Enrol students by card or by an interest-free payment plan.",
  robots: { index: false },
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Not prerendered by the build: each answer has a policy with a nonce of its own.
  await connection();
  return (
    <html lang="en-AU" className={inter.variable}>
      <body>
        {published().pages.environment === "sandbox" && (
          <TestBand>Test environment. No money moves and nothing you sign is binding.</TestBand>
        )}
        {children}
      </body>
    </html>
  );
}
