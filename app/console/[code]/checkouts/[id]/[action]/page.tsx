import type { Metadata } from "next";
import { ActionFields } from "@/components/console/ActionFields";
import { ChangeForm } from "@/components/console/ChangeForm";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { Notice } from "@/components/ui/Notice";
import { FIELD_NAMES, type Values } from "@/lib/staff/actions/action";
import { published } from "@/server/instance/published";
import { withRefusal } from "../../../../../(enrol)/visit";
import { type ConsoleProps, openedBy } from "../../../../guard";
import { takeAction } from "./actions";

type Props = ConsoleProps & { params: Promise<{ code: string; id: string; action: string }> };

const openPage = openedBy((caller, id: string, action: string, query: string) => {
  const given: Partial<Values> = Object.fromEntries(new URLSearchParams(query));
  return published().pages.staffRecords.action(caller, id, action, given);
});

async function pageAt({ params, searchParams }: Props) {
  const { code, id, action } = await params;
  const given = new URLSearchParams();
  const query = await searchParams;
  for (const name of FIELD_NAMES) {
    const value = query[name];
    if (typeof value === "string") given.set(name, value);
  }
  return { code, id, action, ...(await openPage(code, id, action, given.toString())) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page } = await pageAt(props);
  const isWrong = page.preview !== null && "errors" in page.preview;
  return { title: await withRefusal(`${isWrong ? "Error: " : ""}${page.title} – Console`) };
}

/** What it asks, then what will happen, with the reason and the button that does it. */
export default async function ActionPage(props: Props) {
  const { code, id, action, caller, page } = await pageAt(props);
  const { title, who, fields, values, preview } = page;
  const checkout = `/console/${code}/checkouts/${id}`;
  const address = `${checkout}/${action}`;
  return (
    <ConsoleShell title={title} who={caller}>
      <p className="wrap-anywhere">
        <a href={checkout} className="inline-block py-3">
          <bdi>{who}</bdi>
        </a>
      </p>
      {preview === null || "errors" in preview ? (
        <ActionFields address={address} fields={fields} values={values} errors={preview?.errors ?? {}} />
      ) : "notice" in preview ? (
        <Notice kind="warning" title="This cannot be done now">
          <p>{preview.notice}</p>
          {fields.length > 0 && <a href={address}>Enter something else</a>}
        </Notice>
      ) : (
        <ChangeForm
          action={takeAction.bind(null, code, id, action)}
          says={preview.says}
          hidden={{ ...values, seen: preview.seen }}
          reasonLabel={page.reasonLabel}
          button={title}
          back={checkout}
        />
      )}
    </ConsoleShell>
  );
}
