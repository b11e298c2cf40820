import { BrandPreview } from "@/components/console/BrandPreview";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { SummaryList } from "@/components/ui/SummaryList";
import { published } from "@/server/instance/published";
import { callerOf } from "../../../guard";

export const metadata = { title: "Details – Console" };

export default async function DetailsPage({ params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code, "set_up");
  const { provider, timeZone, parts } = await published().pages.staffRecords.details(caller);
  const home = `/console/${provider.code}/set-up/details`;
  return (
    <ConsoleShell title="Details" who={caller} current="set-up">
      {parts.map(({ heading, shown, forms }) => (
        <section key={heading} className="space-y-4">
          <h2>{heading}</h2>
          {heading === "Brand" && <BrandPreview provider={provider} />}
          <SummaryList
            items={shown.map(({ term, value }) => ({
              term,
              value: <bdi className="wrap-anywhere whitespace-pre-line">{value}</bdi>,
            }))}
          />
          <p className="flex flex-wrap gap-x-6">
            {forms.map(({ path, title }) => (
              <a key={path} href={`${home}/${path}`} className="inline-flex min-h-12 items-center">
                {title}
              </a>
            ))}
          </p>
        </section>
      ))}
      <section className="space-y-4">
        <h2>What cannot be changed</h2>
        <SummaryList
          items={[
            { term: "Code", value: <span className="wrap-anywhere">{provider.code}</span> },
            { term: "Time zone", value: timeZone },
          ]}
        />
        <p className="text-muted">
          Addresses contain the code, and another time zone would move dates of signed plans.
        </p>
      </section>
    </ConsoleShell>
  );
}
