import type { Metadata } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { RELOAD_WITHOUT_FILES } from "../components/missing-files";
import { SkipLink } from "../components/ui/SkipLink";
import { TestBand } from "../components/ui/TestBand";
import { published } from "../server/instance/published";
import { inter } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: "Provider Checkout",
  description: "Enrol students by card or by an interest-free payment plan.",
  robots: { index: false },
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Not prerendered by the build: each answer has a policy with a nonce of its own.
  await connection();
  const sent = await headers();
  return (
    <html lang="en-AU" className={inter.className}>
      <head>
        {/* Browsers hide the nonce from scripts, so from React too. */}
        <script
          nonce={sent.get("x-nonce") ?? undefined}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own
          dangerouslySetInnerHTML={{ __html: RELOAD_WITHOUT_FILES }}
        />
      </head>
      <body>
        <SkipLink />
        {published().pages.environment === "sandbox" && <TestBand shown={published().pages} />}
        {children}
      </body>
    </html>
  );
}
