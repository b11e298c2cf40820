import type { Metadata } from "next";
import { ChangeForm } from "@/components/console/ChangeForm";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { Notice } from "@/components/ui/Notice";
import { addressOf } from "@/lib/staff/set-up/take";
import { published } from "@/server/instance/published";
import { withRefusal } from "../(enrol)/visit";
import { changeSetUp } from "./change-action";
import { openedBy } from "./guard";

const openPage = openedBy((caller, part: string, id: string, key: string) =>
  published().pages.staffRecords.setUp(caller, { part, id, key }),
);

interface Address {
  code: string;
  part: string;
  id: string;
  action: string;
}

export async function metadataOfChange({ code, part, id, action }: Address): Promise<Metadata> {
  const { page } = await openPage(code, part, id, action);
  return { title: await withRefusal(`${page.title} – Console`) };
}

/** What a change does, what it takes, and the button that makes it. */
export async function ChangePage({ code, part, id, action }: Address) {
  const { caller, page } = await openPage(code, part, id, action);
  const { title, form } = page;
  const back = addressOf(code, { part });
  return (
    <ConsoleShell
      title={title}
      who={caller}
      current={part === "views" ? "home" : part === "attention" ? part : "set-up"}
    >
      {"notice" in form ? (
        <Notice kind="warning" title="This cannot be done now">
          <p>{form.notice}</p>
          <a href={back}>Go back</a>
        </Notice>
      ) : (
        <>
          {form.about && (
            <p className="wrap-anywhere">
              <bdi>{form.about}</bdi>
            </p>
          )}
          <ChangeForm
            action={changeSetUp.bind(null, code, part, id, action)}
            says={form.says}
            fields={form.fields}
            hidden={{ act: page.act }}
            button={title}
            back={back}
          />
        </>
      )}
    </ConsoleShell>
  );
}
