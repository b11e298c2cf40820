import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { DesignPage } from "@/components/DesignPage";
import { published } from "@/lib/api/published";

export const metadata: Metadata = { title: "Design – Provider Checkout" };

/** D-236 */
export default async function Design() {
  if (!published().pages.seesSandbox(await headers())) notFound();
  return <DesignPage />;
}
