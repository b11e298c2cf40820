import type { Metadata } from "next";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { published } from "@/server/instance/published";
import { openedBy } from "../../../../guard";
import { StudentStep } from "./StudentStep";

interface Props {
  params: Promise<{ code: string; id: string }>;
}

const TITLE = "What the student sees";

const openPage = openedBy((caller, id: string) => published().pages.staffRecords.studentPage(caller, id));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code, id } = await params;
  const { page } = await openPage(code, id);
  return { title: `${TITLE}: ${page.name} – Console` };
}

/** The student's page. The proxy lets no script of it run and no form of it be sent. */
export default async function StudentPage({ params }: Props) {
  const { code, id } = await params;
  const { caller, page } = await openPage(code, id);
  const back = (
    <a href={`/console/${code}/checkouts/${id}`} className="inline-flex min-h-12 items-center">
      Back to the checkout
    </a>
  );
  if (!page.view)
    return (
      <ConsoleShell title={TITLE} who={caller}>
        <p>{page.whyNot}</p>
        {back}
      </ConsoleShell>
    );
  return (
    <>
      <aside
        aria-label="Console"
        className="flex flex-wrap items-center gap-x-6 border-divider border-b bg-surface px-4 py-2 sm:px-6"
      >
        <p className="font-medium">This is what the student sees. Nothing here works.</p>
        {back}
      </aside>
      <div className="[&_a]:pointer-events-none [&_noscript]:hidden">
        <StudentStep view={page.view} />
      </div>
    </>
  );
}
