import { ConsoleShell } from "@/components/console/ConsoleShell";
import { StaffForm } from "@/components/console/StaffForm";
import { Notice } from "@/components/ui/Notice";
import { published } from "@/server/instance/published";
import { withRefusal } from "../../(enrol)/visit";
import { asked, type ConsoleProps } from "../guard";
import { setPassword } from "./actions";

const TITLE = "Choose a password";

export const generateMetadata = async () => ({ title: await withRefusal(`${TITLE} – Console`) });

/** For who is invited, and for who has forgotten a password. Opening it uses nothing up. */
export default async function InvitationPage(props: ConsoleProps) {
  const token = await asked(props, "token");
  const owner = token === "" ? null : await published().pages.console.ownerOf(token);
  if (!owner)
    return (
      <ConsoleShell title={TITLE}>
        <Notice kind="warning">This link has ended or was used already. Ask for a new one.</Notice>
        <p>
          <a href="/console/sign-in">Sign in</a>
        </p>
      </ConsoleShell>
    );
  return (
    <ConsoleShell title={TITLE}>
      <p>
        Set the password for <strong>{owner.email}</strong>. This link works once, and signs you out
        everywhere else.
      </p>
      <StaffForm
        action={setPassword}
        hidden={{ token }}
        fields={[
          {
            name: "password",
            label: "New password",
            hint: "12 characters or more. Several words are easy to remember",
            type: "password",
            autoComplete: "new-password",
          },
        ]}
        button="Set password"
      />
    </ConsoleShell>
  );
}
