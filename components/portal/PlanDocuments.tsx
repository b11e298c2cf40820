import { LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { PrintButton } from "./PrintButton";

interface Props {
  home: string;
  /** Whether the agreement is made. */
  isReady: boolean;
  /** Whether a debit is still to come, for the calendar. */
  hasDebit: boolean;
  /** Of the agreement's button. */
  kind?: "primary" | "secondary";
}

/** What a student keeps of a signed plan. */
export function PlanDocuments({ home, isReady, hasDebit, kind }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      {isReady && (
        <>
          <LinkButton kind={kind} href={`${home}/agreement`}>
            <Icon name="download" />
            Download your agreement (PDF)
          </LinkButton>
          <LinkButton kind="secondary" href={`${home}/agreement/page`}>
            Read it as a page
          </LinkButton>
        </>
      )}
      {hasDebit && (
        <LinkButton kind="secondary" href={`${home}/debits.ics`} download>
          <Icon name="calendar" />
          Add the payments to your calendar
        </LinkButton>
      )}
      <PrintButton>Print this page</PrintButton>
    </div>
  );
}
