"use client";

import type { EnrolmentView } from "@/lib/enrolment/view";
import { LinkButton } from "../ui/Button";
import { FormProblems } from "./FormProblems";
import type { FormAction } from "./form-state";
import { SubmitButton } from "./SubmitButton";
import { useStepForm } from "./use-step-form";

/** Before another account is asked for: what becomes of the one that is authorised, and what stays. */
export function AccountChange({
  home,
  provider,
  bank,
  isPlanStillOffered,
  action,
}: {
  home: string;
  provider: string;
  bank: NonNullable<EnrolmentView["bank"]>;
  isPlanStillOffered: boolean;
  action: FormAction;
}) {
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
            The payments that you chose are not offered any more: the course fee has changed, or their first
            day is over. You choose your payments again first.
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
  const { busy, problems, formProps } = useStepForm({ action, defaultValues: {}, loadResolver });
  return (
    <form {...formProps} className="space-y-6">
      <FormProblems errors={[]} {...problems} />
      <SubmitButton busy={busy} beside={<Keep home={home} />}>
        Use another account
      </SubmitButton>
    </form>
  );
}

/** There is nothing to check: the form has one button. */
const loadResolver = async () => () => ({ values: {}, errors: {} });

function Keep({ home }: { home: string }) {
  return (
    <LinkButton kind="secondary" href={`${home}/review`}>
      Keep this account
    </LinkButton>
  );
}
