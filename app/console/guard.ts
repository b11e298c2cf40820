import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { StaffCaller } from "@/lib/staff/caller";
import { can, type Permission } from "@/lib/staff/permissions";
import { published } from "@/server/instance/published";

export const staffVisit = cache(async () => published().pages.staffVisitOf(await headers()));

/** Who asks for a provider's page. Redirects whoever is not signed in, and knows nothing of a page that is not theirs. */
export const callerOf = cache(async (code: string, permission: Permission = "read"): Promise<StaffCaller> => {
  const { console } = published().pages;
  const visit = await staffVisit();
  const caller = await console.callerAt(visit, code);
  if (caller && can(caller.role, permission)) return caller;
  if (caller || (await console.signedIn(visit))) notFound();
  return toSignIn();
});

/** What a page shows, read once for its title too. A 404 where there is nothing. */
export const openedBy = <A extends string[], P>(
  read: (caller: StaffCaller, ...asked: A) => Promise<P | null>,
) =>
  cache(async (code: string, ...asked: A) => {
    const caller = await callerOf(code);
    return { caller, page: (await read(caller, ...asked)) ?? notFound() };
  });

/** And back to this page after that. */
export async function toSignIn(): Promise<never> {
  const next = (await headers()).get("x-page") ?? "/console";
  redirect(`/console/sign-in?${new URLSearchParams({ next })}`);
}

/** Of the list of checkouts, in its address. */
export const LIST_NAMES = ["q", "status", "type", "period", "sort", "before"] as const;

export interface ConsoleProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** One value of the query; an empty text where it is missing or there are several. */
export async function asked({ searchParams }: ConsoleProps, name: string): Promise<string> {
  const value = (await searchParams)[name];
  return typeof value === "string" ? value : "";
}
