"use client";

import { useState } from "react";
import { Notice } from "../ui/Notice";
import { ProviderContact } from "../ui/ProviderContact";
import { useAgain } from "./fetch-step";

const AGAIN_MS = 3_000;

interface Props {
  what: "agreement" | "receipt";
  home: string;
  /** Where it is emailed to; null where students get no mails. */
  emailedTo: string | null;
  provider: { name: string; email: string; phone: string | null };
}

/** Stands where a document will be once it is made. The page updates by itself, with or without scripts. */
export function BeingMade({ what, home, emailedTo, provider }: Props) {
  const next = what === "receipt" ? `${home}/receipt` : `${home}/done`;
  const [isGoingOn, goOn] = useState(false);
  async function look(): Promise<void> {
    // Until it is made its address leads elsewhere.
    const asked = fetch(`${home}/${what}`, { method: "HEAD", cache: "no-store", redirect: "manual" });
    if (!(await asked.catch(() => null))?.ok) return;
    // A download leaves the page where it is.
    goOn(true);
    window.location.replace(next);
  }
  useAgain(look, isGoingOn ? null : AGAIN_MS);
  if (isGoingOn) return null;
  return (
    <Notice kind="info" role="status" title={`We are finishing your ${what}`}>
      <div>
        <p>
          This is taking longer than usual. The page updates by itself.
          {emailedTo && (
            <>
              {" "}
              You can also close it: we will email you at <bdi>{emailedTo}</bdi>.
            </>
          )}{" "}
          Questions? Contact <ProviderContact provider={provider} />
          {provider.phone && ` or call ${provider.phone}`}.
        </p>
        <noscript>
          <meta httpEquiv="refresh" content={`5;url=${next}`} />
          <p className="mt-3">
            <a href={next}>Check again</a>
          </p>
        </noscript>
      </div>
    </Notice>
  );
}
