import type { EndedLink } from "@/lib/enrolment/lost";
import { LinkButton } from "../ui/Button";
import { PageShell } from "../ui/PageShell";
import { ProviderContact } from "../ui/ProviderContact";

export const LINK_ENDED = "This link has ended";

/** For a link that opened an enrolment once: whose that is, and what became of it, is not said. */
export function LinkEnded({ link: { provider, isRenewable } }: { link: EndedLink }) {
  const home = `/p/${provider.code}`;
  return (
    <PageShell provider={{ ...provider, href: home }} title={LINK_ENDED}>
      <div className="space-y-6">
        {isRenewable ? (
          <>
            <p>
              It no longer opens the enrolment, and nothing that is sent from its pages is saved. Go on from
              the newest link in our email, or have another one sent.
            </p>
            <LinkButton href={`${home}/link`}>Email me a new link</LinkButton>
          </>
        ) : (
          <p>
            It no longer opens the enrolment, and nothing that is sent from its pages is saved. We cannot
            email you a new one.
          </p>
        )}
        <p>
          Questions? Contact <ProviderContact provider={provider} />.
        </p>
      </div>
    </PageShell>
  );
}
