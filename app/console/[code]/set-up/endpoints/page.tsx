import { ConsoleShell } from "@/components/console/ConsoleShell";
import { EndpointList } from "@/components/console/Endpoints";
import { LinkButton } from "@/components/ui/Button";
import { can } from "@/lib/staff/permissions";
import { published } from "@/server/instance/published";
import { callerOf } from "../../../guard";

export const metadata = { title: "Webhook endpoints – Console" };

export default async function EndpointsPage({ params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code);
  const endpoints = await published().pages.staffRecords.endpoints(caller);
  const { code, timeZone } = caller.provider;
  const home = `/console/${code}/set-up/endpoints`;
  const place = { home, timeZone, canChange: can(caller.role, "set_up") };
  return (
    <ConsoleShell title="Webhook endpoints" who={caller} current="set-up" width="page">
      {place.canChange && <LinkButton href={`${home}/new/add`}>Add an endpoint</LinkButton>}
      <EndpointList endpoints={endpoints} {...place} />
    </ConsoleShell>
  );
}
