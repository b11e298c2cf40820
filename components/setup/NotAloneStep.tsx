import type { SetupFacts, SetupView } from "../../lib/setup-page/view";
import { Button, LinkButton } from "../ui/Button";
import { ProviderContact } from "../ui/ProviderContact";
import { SetupForm } from "./Form";

interface Props {
  view: Extract<SetupView, { state: "not_alone" }>;
  session: string;
  facts: SetupFacts;
}

/** For an account that needs a second signature. */
export function NotAloneStep({ view: { sealed }, session, facts }: Props) {
  const { provider, goesOnInPortal, returnUrl } = facts;
  const byCard = goesOnInPortal && returnUrl && `${returnUrl}/pay`;
  return (
    <SetupForm hidden={{ session, sealed }}>
      <div className="space-y-4">
        <p>
          This page is only for accounts that one person can sign for. Nothing has been set up. You can do one
          of these:
        </p>
        <ul className="list-disc space-y-2 pl-5">
          <li>use another account, from which you can authorise debits on your own</li>
          {byCard && <li>pay by card</li>}
          <li>
            contact <ProviderContact provider={provider} /> and ask for another way to pay
          </li>
        </ul>
      </div>
      <div className="flex flex-wrap gap-4">
        <Button name="intent" value="change">
          Use another account
        </Button>
        {byCard && (
          <LinkButton href={byCard} kind="secondary" target="_top">
            Pay by card instead
          </LinkButton>
        )}
      </div>
    </SetupForm>
  );
}
