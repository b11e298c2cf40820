import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: "Provider Checkout" };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-AU">
      <body>{children}</body>
    </html>
  );
}
