import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { ResetQuestion, SandboxPage } from "@/components/sandbox/SandboxPage";
import { published } from "@/server/instance/published";
import { resetProvider } from "./actions";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const OURS = "Provider Checkout";
const asked = async ({ searchParams }: Props) => {
  const { reset, was_reset: wasReset, left } = await searchParams;
  const text = (value: typeof reset) => (typeof value === "string" ? value : null);
  return { reset: text(reset), wasReset: text(wasReset), hasLeft: left !== undefined };
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { reset } = await asked(props);
  return { title: `${reset === null ? "Sandbox" : "Delete test data"} – ${OURS}` };
}

export default async function Sandbox(props: Props) {
  const { pages } = published();
  if (!pages.seesSandbox(await headers())) notFound();
  const { reset, wasReset, hasLeft } = await asked(props);
  if (reset !== null) {
    const found = await pages.sandbox.toReset(reset);
    if (!found) notFound();
    return <ResetQuestion found={found} action={resetProvider.bind(null, found.code)} />;
  }
  const providers = await pages.sandbox.providers();
  const done = providers.find(({ code }) => code === wasReset);
  return (
    <SandboxPage
      providers={providers}
      keepsMail={pages.keepsMail}
      done={done ? { name: done.name, hasLeft } : null}
    />
  );
}
