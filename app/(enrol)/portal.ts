import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { published } from "@/server/instance/published";

export interface PortalProps {
  params: Promise<{ code: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const openPortal = cache((code: string) => published().pages.portal.open(code));

export async function portalAt({ params }: PortalProps) {
  return (await openPortal((await params).code)) ?? notFound();
}

export function coursesMetadata(provider: string): Metadata {
  return {
    title: `Courses – ${provider}`,
    description: `Choose a course of ${provider} and enrol: pay the full fee by card, or in interest-free instalments.`,
    robots: { index: true },
  };
}
