"use client";

import type { EnrolmentView } from "@/lib/enrolment/view";
import { Form } from "../forms/Form";
import type { FormAction } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useActionForm } from "../forms/use-action-form";
import { LinkButton } from "../ui/Button";

interface Props {
  home: string;
  provider: string;
  bank: NonNullable<EnrolmentView["bank"]>;
  isPlanStillOffered: boolean;
  action: FormAction;
}

/** What happens to the authority given, before another account is asked for. */
export function AccountChange({ home, provider, bank, isPlanStillOffered, action }: Props) {
  return (
    <>
      <p>
        You have authorised {provider} to debit account <span className="whitespace-nowrap">{bank.bsb}</span>{" "}
        ending {bank.ending}. If you use another account, this authority ends and nothing is debited from it.
      </p>
      {isPlanStillOffered ? (
        <>
          <p>Your details and your payments stay as they are. You authorise the other account next.</p>
          <Change action={action} home={home} />
        </>
      ) : (
        <>
          <p>
            The payments that you chose are not offered any more: the course fee or what the course allows has
            changed, or their first day is over. You choose how to pay again first.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton href={`${home}/pay`}>Choose your payments again</LinkButton>
            <Keep home={home} />
          </div>
        </>
      )}
    </>
  );
}

function Change({ action, home }: { action: FormAction; home: string }) {
  const form = useActionForm({ action, initial: {} });
  return (
    <Form of={form} fields={[]}>
      <SubmitButton busy={form.busy} beside={<Keep home={home} />}>
        Use another account
      </SubmitButton>
    </Form>
  );
}

function Keep({ home }: { home: string }) {
  return (
    <LinkButton kind="secondary" href={`${home}/review`}>
      Keep this account
    </LinkButton>
  );
}
