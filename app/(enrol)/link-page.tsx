import { NewLinkForm } from "@/components/portal/NewLinkForm";
import { PageShell } from "@/components/ui/PageShell";
import { ProviderContact } from "@/components/ui/ProviderContact";
import type { PortalView } from "@/lib/enrolment/start";
import { published } from "@/server/instance/published";
import { askForLink } from "./link/actions";
import type { PortalProps } from "./portal";
import { withRefusal } from "./visit";

/**
 * What a route file exports for the page where a student asks for a new link, and for its answer, which is the same for any
 * address.
 * @param portalOf the provider's portal; null for all providers' page
 */
export function linkPage(portalOf: (props: PortalProps) => Promise<PortalView | null>) {
  const isSentIn = async ({ searchParams }: PortalProps) => "sent" in (await searchParams);
  const titleFor = (isSent: boolean) => (isSent ? "Check your email" : "Get a new link");
  return {
    async metadata(props: PortalProps) {
      const name = (await portalOf(props))?.provider.name ?? "Provider Checkout";
      return { title: await withRefusal(`${titleFor(await isSentIn(props))} – ${name}`) };
    },
    async Page(props: PortalProps) {
      const [portal, isSent] = [await portalOf(props), await isSentIn(props)];
      const provider = portal?.provider;
      const mailsLinks = portal?.mailsLinks ?? published().pages.portal.sendsMail();
      const contact = provider ? <ProviderContact provider={provider} /> : "your education provider";
      return (
        <PageShell provider={provider} title={titleFor(isSent)}>
          {isSent ? (
            <div className="space-y-6">
              <p>
                If we have an enrolment for the address that you gave, we are emailing you a link. It can take
                a few minutes.{" "}
                {published().pages.keepsMail && <a href="/sandbox/mail">Read it in this test environment</a>}
              </p>
              <p>
                Nothing there? Look among your junk mail, then{" "}
                <a href={provider ? `/p/${provider.code}/link` : "/link"}>
                  try the address that you enrolled with
                </a>
                . Only a few links go out in an hour.
              </p>
              <p>Questions? Contact {contact}.</p>
            </div>
          ) : mailsLinks ? (
            <>
              <p>
                Enter the email address that you enrolled with. We send it a link that takes you back to where
                you stopped.
              </p>
              <NewLinkForm action={askForLink.bind(null, provider?.code ?? null)} />
            </>
          ) : (
            <p>No links are sent by email here. To continue an enrolment, contact {contact}.</p>
          )}
        </PageShell>
      );
    },
  };
}
