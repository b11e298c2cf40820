import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { SetUpChange } from "@/components/console/SetUpChange";
import { Notice } from "@/components/ui/Notice";
import { MAX_REASON } from "@/lib/staff/actions/typed";
import { published } from "@/server/instance/published";
import { withRefusal } from "../../../../../../(enrol)/visit";
import { callerOf } from "../../../../../guard";
import { changeSetUp } from "./actions";

interface Props {
  params: Promise<{ code: string; part: string; id: string; action: string }>;
}

const openPage = cache(async (code: string, part: string, id: string, key: string) => {
  const caller = await callerOf(code);
  const page = await published().pages.staffRecords.setUp(caller, { part, id, key });
  return { caller, page: page ?? notFound() };
});

async function pageAt({ params }: Props) {
  const { code, part, id, action } = await params;
  return { code, part, id, action, ...(await openPage(code, part, id, action)) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page } = await pageAt(props);
  return { title: await withRefusal(`${page.title} – Console`) };
}

/** What a change does, what it takes, and the button that makes it. */
export default async function ChangePage(props: Props) {
  const { code, part, id, action, caller, page } = await pageAt(props);
  const { title, form } = page;
  const back = `/console/${code}/set-up/${part}`;
  return (
    <ConsoleShell title={title} who={caller} provider={caller.provider} current="set-up">
      {"notice" in form ? (
        <Notice kind="warning" title="This cannot be done now">
          <p>{form.notice}</p>
          <a href={back}>Go back</a>
        </Notice>
      ) : (
        <>
          {form.about !== null && (
            <p className="wrap-anywhere">
              <bdi>{form.about}</bdi>
            </p>
          )}
          <SetUpChange
            action={changeSetUp.bind(null, code, part, id, action)}
            says={form.says}
            fields={form.fields}
            maxReason={MAX_REASON}
            button={title}
            back={back}
          />
        </>
      )}
    </ConsoleShell>
  );
}
