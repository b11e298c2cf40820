import { redirect } from "next/navigation";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { published } from "@/server/instance/published";
import { staffVisit, toSignIn } from "./guard";

export const metadata = { title: "Providers – Console" };

/** Leads to the only provider, or offers several. */
export default async function ProvidersPage() {
  const { console } = published().pages;
  const visit = await staffVisit();
  const [me, providers] = [await console.signedIn(visit), await console.providers(visit)];
  if (!me || !providers) return toSignIn();
  const [first, second] = providers;
  if (first && !second) redirect(`/console/${first.provider.code}/attention`);
  return (
    <ConsoleShell title="Providers" who={me} current="providers">
      {first ? (
        <ul className="divide-y divide-divider border-divider border-y">
          {providers.map(({ provider, role }) => (
            <li key={provider.id} className="flex flex-wrap items-center justify-between gap-x-6 py-1">
              <a
                href={`/console/${provider.code}/attention`}
                className="inline-flex min-h-12 items-center font-medium"
              >
                {provider.name}
              </a>
              <span className="text-muted">{role}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>You have no role at any provider now. Ask whoever invited you.</p>
      )}
    </ConsoleShell>
  );
}
