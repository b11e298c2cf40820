import type { ProviderView } from "@/lib/domain/provider-view";
import type { FormAction } from "../forms/form-state";
import { PageShell } from "../ui/PageShell";
import { ProviderContact } from "../ui/ProviderContact";
import { NewLinkForm } from "./NewLinkForm";

export const linkTitle = (isSent: boolean) => (isSent ? "Check your email" : "Get a new link");

interface Props {
  /** One provider's, or without it all providers'. */
  provider?: ProviderView;
  /** Null where no links are sent. */
  action: FormAction | null;
  isSent: boolean;
  /** Whether this sandbox keeps mails. */
  isKept: boolean;
}

/** Where a student asks for a new link, and the answer, which is the same for any address. */
export function LinkPage({ provider, action, isSent, isKept }: Props) {
  const contact = provider ? <ProviderContact provider={provider} /> : "your education provider";
  const again = provider ? `/p/${provider.code}/link` : "/link";
  return (
    <PageShell provider={provider} title={linkTitle(isSent)}>
      {isSent ? (
        <div className="space-y-6">
          <p>
            If we have an enrolment for the address that you gave, we are emailing you a link. It can take a
            few minutes. {isKept && <a href="/sandbox/mail">Read it in this test environment</a>}
          </p>
          <p>
            Nothing there? Look among your junk mail, then{" "}
            <a href={again}>try the address that you enrolled with</a>. Only a few links go out in an hour.
          </p>
          <p>Questions? Contact {contact}.</p>
        </div>
      ) : action ? (
        <>
          <p>
            Enter the email address that you enrolled with. We send it a link that takes you back to where you
            stopped.
          </p>
          <NewLinkForm action={action} />
        </>
      ) : (
        <p>No links are sent by email here. To continue an enrolment, contact {contact}.</p>
      )}
    </PageShell>
  );
}
