import type { Brand } from "@/lib/domain/brand";
import type { FormAction } from "../forms/form-state";
import { PageShell } from "../ui/PageShell";
import { ProviderContact } from "../ui/ProviderContact";
import { NewLinkForm } from "./NewLinkForm";

/** Whose page it is; without an e-mail address where it is nobody's in particular. */
interface Whose {
  name: string;
  href: string;
  email?: string;
  brand?: Brand;
}

const Contact = ({ provider: { name, email } }: { provider: Whose }) =>
  email === undefined ? "your education provider" : <ProviderContact provider={{ name, email }} />;

/** Where a student asks for a new link. @param action null where none is sent */
export function LinkDesk({ provider, action }: { provider: Whose; action: FormAction | null }) {
  return (
    <PageShell provider={provider} title="Get a new link">
      {action ? (
        <>
          <p>
            Enter the email address that you enrolled with. We send it a link that takes you back to where you
            stopped.
          </p>
          <NewLinkForm action={action} />
        </>
      ) : (
        <p>
          No links are sent by email here. To go on with an enrolment, contact <Contact provider={provider} />
          .
        </p>
      )}
    </PageShell>
  );
}

/** The one answer, whatever the address. */
export function LinkAsked({
  provider,
  again,
  isKept,
}: {
  provider: Whose;
  /** Where the form is. */
  again: string;
  /** Whether mails are kept here, to be read by everybody. */
  isKept: boolean;
}) {
  return (
    <PageShell provider={provider} title="Check your email">
      <div className="space-y-6">
        <p>
          If an enrolment is open for the address that you gave, we are emailing you a link. It can take a few
          minutes. {isKept && <a href="/sandbox/mail">Read it in this test environment</a>}
        </p>
        <p>
          Nothing there? Look among your junk mail, then{" "}
          <a href={again}>try the address that you enrolled with</a>. Only a few links go out in an hour.
        </p>
        <p>
          Questions? Contact <Contact provider={provider} />.
        </p>
      </div>
    </PageShell>
  );
}
