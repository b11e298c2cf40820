import { redirect } from "next/navigation";
import { ChangeForm, ConfirmChange } from "@/components/portal/plan/ChangeForm";
import { CHANGE_TITLES, whatChanges } from "@/components/portal/plan/change-words";
import { LinkButton } from "@/components/ui/Button";
import { Notice } from "@/components/ui/Notice";
import { PageShell } from "@/components/ui/PageShell";
import { MAX_PAUSE_DAYS } from "@/lib/domain/plan-changes";
import { earliestDate } from "@/lib/enrolment/plan-changes";
import { addDays, formatDate, formatShortDate } from "@/packages/dates/calendar";
import { isKeyOf } from "@/packages/text/narrow";
import { published } from "@/server/instance/published";
import { type EnrolmentProps, titleOf } from "../../guard";
import { planAt } from "../plan-at";
import { chooseChange, makeChange } from "./actions";

type Props = EnrolmentProps & { searchParams: Promise<Record<string, string | string[] | undefined>> };

async function fieldsOf({ searchParams }: Props) {
  const sent = await searchParams;
  const text = (name: string) => (typeof sent[name] === "string" ? sent[name] : "");
  return { kind: text("kind"), number: text("number"), date: text("date") };
}

export async function generateMetadata(props: Props) {
  const { kind } = await fieldsOf(props);
  return titleOf(props, isKeyOf(CHANGE_TITLES, kind) ? CHANGE_TITLES[kind] : "Your payments");
}

/** A change in two steps: which, and then what it does, before it is made. */
export default async function ChangePage(props: Props) {
  const { view, plan } = await planAt(props);
  const fields = await fieldsOf(props);
  const { kind, date } = fields;
  const { today } = plan;
  const home = `/e/${view.secret}/plan`;
  if (!isKeyOf(CHANGE_TITLES, kind) || (kind === "retry" && date === "")) redirect(home);
  const frame = { provider: view.provider, title: CHANGE_TITLES[kind] };
  const keep = (
    <LinkButton kind="secondary" href={home}>
      {kind === "new_account" ? "Not now" : "Keep my payments as they are"}
    </LinkButton>
  );
  if ((kind === "pause" || kind === "move") && date === "") {
    const planned = plan.payments.filter(({ state }) => state === "planned");
    if (planned.length === 0) redirect(home);
    const isPause = kind === "pause";
    const earliest = earliestDate(kind, plan, today);
    const [from, latest] = [formatDate(earliest), addDays(today, MAX_PAUSE_DAYS)];
    return (
      <PageShell {...frame} back={home}>
        <ChangeForm
          action={chooseChange.bind(null, view.secret)}
          kind={kind}
          payments={planned.map(({ number, debitDate }) => ({
            value: String(number),
            label: formatShortDate(debitDate),
          }))}
          earliest={earliest}
          latest={isPause ? latest : undefined}
          hint={
            isPause
              ? `The first day on which you can pay again, from ${from} to ${formatDate(latest)}`
              : `A business day from ${from}, up to a year after the payment is due`
          }
          beside={keep}
        />
      </PageShell>
    );
  }
  const back = kind === "pause" || kind === "move" ? `${home}/change?kind=${kind}` : home;
  const preview = await published().pages.portal.previewChange(view.secret, fields);
  if (!preview) redirect(home);
  if ("refused" in preview)
    return (
      <PageShell {...frame} back={back}>
        <Notice kind="warning" title="Nothing was changed">
          <p>{preview.refused}</p>
        </Notice>
        <LinkButton href={home}>See your payments</LinkButton>
      </PageShell>
    );
  return (
    <PageShell {...frame} back={back}>
      <ul className="list-disc space-y-2 pl-5 text-lg">
        {whatChanges(preview.asked, plan, preview.after).map((said) => (
          <li key={said}>{said}</li>
        ))}
      </ul>
      <ConfirmChange
        action={makeChange.bind(null, view.secret)}
        fields={fields}
        label={
          kind === "retry" ? "Debit on this date" : kind === "new_account" ? "Continue" : CHANGE_TITLES[kind]
        }
        beside={keep}
      />
    </PageShell>
  );
}
