import type { ReactNode } from "react";
import type { EndedLink } from "@/lib/enrolment/lost";
import { LinkButton } from "./ui/Button";
import { PageShell } from "./ui/PageShell";
import { ProviderContact } from "./ui/ProviderContact";

function Missing(props: { title: string; renewAt?: string | false; children: ReactNode }) {
  const { title, renewAt, children } = props;
  return (
    <PageShell title={title}>
      <p>{children}</p>
      <div className="flex flex-wrap gap-3">
        {renewAt && <LinkButton href={renewAt}>Email me a new link</LinkButton>}
        <LinkButton href="/" kind="secondary">
          Go to the start page
        </LinkButton>
      </div>
    </PageShell>
  );
}

export function NoPage() {
  return (
    <Missing title="Page not found">
      Check that the address is complete. If you followed a link, ask your education provider for the right
      one.
    </Missing>
  );
}

/** For a secret that we never issued. */
export function NoEnrolment({ isRenewable }: { isRenewable: boolean }) {
  return (
    <Missing title="We could not find this enrolment" renewAt={isRenewable && "/link"}>
      Check that you opened the whole link. If it was shortened on the way,{" "}
      {isRenewable ? "have a new one sent." : "ask your education provider for a new one."}
    </Missing>
  );
}

export const LINK_ENDED = "This link has ended";

/** For a link that opened an enrolment once; the page names the provider only. */
export function LinkEnded({ link: { provider, isRenewable } }: { link: EndedLink }) {
  return (
    <PageShell provider={provider} title={LINK_ENDED}>
      <div className="space-y-6">
        <p>
          It no longer opens the enrolment, and nothing that is sent from its pages is saved.{" "}
          {isRenewable
            ? "Continue from the newest link in our email, or have another one sent."
            : "We cannot email you a new one."}
        </p>
        {isRenewable && <LinkButton href={`/p/${provider.code}/link`}>Email me a new link</LinkButton>}
        <p>
          Questions? Contact <ProviderContact provider={provider} />.
        </p>
      </div>
    </PageShell>
  );
}
