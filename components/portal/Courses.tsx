import { formatMoney } from "@/lib/domain/money";
import { per } from "@/lib/domain/plan-offer";
import type { PortalView } from "@/lib/enrolment/start";
import { SubmitButton } from "../forms/SubmitButton";
import { PageShell } from "../ui/PageShell";
import { joined } from "./EnrolmentPage";

interface Props {
  portal: PortalView;
  start: (providerCode: string, courseSlug: string) => Promise<void>;
}

/** A provider's courses, each with a button that posts. */
export function Courses({ portal: { provider, courses, mailsLinks }, start }: Props) {
  return (
    <PageShell provider={provider} title="Choose your course" width="page">
      <p className="max-w-[66ch] text-lg text-muted">
        {courses.some(({ usual }) => usual)
          ? "Pay the full fee by card, or spread it over instalments with no interest and no fees."
          : "Pay the full fee by card."}
      </p>
      {courses.length === 0 ? (
        <p>There are no courses to enrol in at the moment. Ask {provider.name} when the next one opens.</p>
      ) : (
        <ul className="@container divide-y divide-divider border-divider border-y">
          {courses.map((course) => (
            <li
              key={course.slug}
              id={course.slug}
              className="grid max-w-none gap-x-10 gap-y-4 py-6 @min-[36rem]:grid-cols-[1fr_auto_9rem] @min-[36rem]:items-center"
            >
              <div className="min-w-0">
                <h2 className="text-lg">{course.name}</h2>
                <p className="text-muted">{joined(course.intake, course.length)}</p>
              </div>
              <p className="tabular-nums @min-[36rem]:text-right">
                <span className="font-semibold">{formatMoney(course.priceCents)}</span>
                <span className="block text-muted">{fromPrice(course)}</span>
              </p>
              {/* The room that the button keeps for its status is not the row's. */}
              <form action={start.bind(null, provider.code, course.slug)} className="-mb-3">
                <SubmitButton kind="secondary" className="w-full">
                  Enrol<span className="sr-only"> in {course.name}</span>
                </SubmitButton>
              </form>
            </li>
          ))}
        </ul>
      )}
      {mailsLinks && (
        <p>
          Enrolled before, or not finished yet?{" "}
          <a href={`/p/${provider.code}/link`}>Have a link to your enrolment emailed to you</a>
        </p>
      )}
    </PageShell>
  );
}

/** "from $57.69 a fortnight", by the plan that the form offers first. */
function fromPrice({ usual }: PortalView["courses"][number]): string {
  if (!usual) return "Card only";
  const amount = formatMoney(usual.instalmentCents);
  return usual.numberOfInstalments === 1
    ? "by card or direct debit"
    : `from ${amount} ${per(usual.frequency)}`;
}
