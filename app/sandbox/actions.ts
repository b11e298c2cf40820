"use server";

import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { published } from "@/server/instance/published";
import { onlyTexts } from "../called";

export async function resetProvider(providerCode: string): Promise<void> {
  onlyTexts(providerCode);
  const { pages } = published();
  const sent = await headers();
  if (!pages.seesSandbox(sent)) notFound();
  const of = encodeURIComponent(providerCode);
  if (!pages.isSentFrom(sent, "/sandbox")) redirect(`/sandbox?reset=${of}`);
  const left = await pages.sandbox.reset(providerCode);
  if (left === null) notFound();
  redirect(`/sandbox?was_reset=${of}${left > 0 ? "&left" : ""}`);
}
