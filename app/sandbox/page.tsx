import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { SandboxPage } from "@/components/sandbox/SandboxPage";
import { published } from "@/server/instance/published";

export const metadata: Metadata = { title: "Sandbox – Provider Checkout" };

export default async function Sandbox() {
  const { pages } = published();
  if (!pages.seesSandbox(await headers())) notFound();
  return <SandboxPage keepsMail={pages.keepsMail} />;
}
