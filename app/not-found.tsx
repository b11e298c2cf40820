import type { Metadata } from "next";
import Link from "next/link";

export const metadata: Metadata = { title: "Page not found – Provider Checkout" };

export default function NotFound() {
  return (
    <main>
      <h1>Page not found</h1>
      <p>
        Check that the address is complete. If you followed a link to an enrolment, ask your education
        provider for a new one.
      </p>
      <p>
        <Link href="/">Go to the start page</Link>
      </p>
    </main>
  );
}
