import { ConsoleShell } from "@/components/console/ConsoleShell";
import { StaffForm } from "@/components/console/StaffForm";
import { Notice } from "@/components/ui/Notice";
import { published } from "@/server/instance/published";
import { withRefusal } from "../../(enrol)/visit";
import { asked, type ConsoleProps } from "../guard";
import { askForReset } from "./actions";

export const generateMetadata = async () => ({ title: await withRefusal("Forgotten password – Console") });

export default async function ResetPage(props: ConsoleProps) {
  const isAsked = (await asked(props, "asked")) === "yes";
  return (
    <ConsoleShell title="Forgotten password">
      {isAsked ? (
        <Notice kind="success">
          If the address belongs to an account, we have sent a link to it. It works once, within an hour.
        </Notice>
      ) : (await published().pages.console.sendsLinks()) ? (
        <StaffForm
          action={askForReset}
          fields={[
            {
              name: "email",
              label: "Email address",
              hint: "We send you a link that lets you choose a new password",
              type: "email",
              autoComplete: "username",
              inputMode: "email",
            },
          ]}
          button="Send the link"
        />
      ) : (
        <p>Ask whoever invited you for a new link. It lets you choose a new password, and works once.</p>
      )}
      <p>
        <a href="/console/sign-in">Sign in</a>
      </p>
    </ConsoleShell>
  );
}
