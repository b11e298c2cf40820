import { ConsoleShell } from "@/components/console/ConsoleShell";
import { can } from "@/lib/staff/permissions";
import { SET_UP_PAGES } from "@/lib/staff/set-up/pages";
import { callerOf } from "../../guard";

export const metadata = { title: "Set up – Console" };

export default async function SetUpPage({ params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code);
  const home = `/console/${caller.provider.code}/set-up`;
  return (
    <ConsoleShell title="Set up" who={caller} current="set-up">
      <ul className="divide-y divide-divider border-divider border-y">
        {SET_UP_PAGES.filter(({ permission }) => can(caller.role, permission)).map(
          ({ part, title, about }) => (
            <li key={part} className="py-3">
              <a href={`${home}/${part}`} className="inline-flex min-h-6 font-medium">
                {title}
              </a>
              <p className="text-muted">{about}</p>
            </li>
          ),
        )}
      </ul>
    </ConsoleShell>
  );
}
