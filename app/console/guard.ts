import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { StaffCaller } from "@/lib/staff/caller";
import { published } from "@/server/instance/published";

export const staffVisit = cache(async () => published().pages.staffVisitOf(await headers()));

/** Who asks for a provider's page. Redirects whoever is not signed in, and knows nothing of a provider that is not theirs. */
export const callerOf = cache(async (code: string): Promise<StaffCaller> => {
  const { console } = published().pages;
  const visit = await staffVisit();
  const caller = await console.callerAt(visit, code);
  if (caller) return caller;
  if (await console.signedIn(visit)) notFound();
  return toSignIn();
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
