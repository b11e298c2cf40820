import { notFound } from "next/navigation";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { Delivery, DeliveryLog } from "@/components/console/Deliveries";
import { EndpointSummary, TextLink } from "@/components/console/Endpoints";
import { can } from "@/lib/staff/permissions";
import { published } from "@/server/instance/published";
import { asked, type ConsoleProps, callerOf } from "../../../../guard";

export const metadata = { title: "Webhook endpoint – Console" };

export default async function EndpointPage(
  props: ConsoleProps & { params: Promise<{ code: string; id: string }> },
) {
  const { code, id } = await props.params;
  const caller = await callerOf(code);
  const [before, delivery] = [await asked(props, "before"), await asked(props, "delivery")];
  const page = await published().pages.staffRecords.endpoint(caller, id, { before, delivery });
  if (!page) notFound();
  const { endpoint, deliveries, next, opened } = page;
  const home = `/console/${code}`;
  const address = `${home}/set-up/endpoints/${id}`;
  const canChange = can(caller.role, "set_up");
  const place = { address, timeZone: caller.provider.timeZone };
  return (
    <ConsoleShell title="Webhook endpoint" who={caller} current="set-up" width="page">
      <EndpointSummary
        {...place}
        endpoint={endpoint}
        home={`${home}/set-up/endpoints`}
        canChange={canChange}
      />
      {opened ? (
        <Delivery {...place} delivery={opened} home={home} canChange={canChange} />
      ) : (
        <section className="space-y-3">
          <h2>Deliveries</h2>
          {delivery && <p>The delivery that you opened is not in this endpoint’s log, or not any more.</p>}
          <DeliveryLog {...place} deliveries={deliveries} />
          <p className="flex flex-wrap gap-x-6">
            {before && <TextLink href={address}>Newest</TextLink>}
            {next && <TextLink href={`${address}?before=${next}`}>Older</TextLink>}
          </p>
        </section>
      )}
    </ConsoleShell>
  );
}
