import { redirect } from "next/navigation";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { PasskeyForm } from "@/components/console/PasskeyForm";
import { StaffForm } from "@/components/console/StaffForm";
import { Notice } from "@/components/ui/Notice";
import { published } from "@/server/instance/published";
import { withRefusal } from "../../(enrol)/visit";
import { asked, type ConsoleProps, staffVisit } from "../guard";
import { signIn, signInByPasskey } from "./actions";

export const generateMetadata = async () => ({ title: await withRefusal("Sign in – Console") });

export default async function SignInPage(props: ConsoleProps) {
  if (await published().pages.console.signedIn(await staffVisit())) redirect("/console");
  const next = await asked(props, "next");
  const isSet = (await asked(props, "password")) === "set";
  return (
    <ConsoleShell title="Sign in">
      {isSet && <Notice kind="success">Your password is set. Sign in with it.</Notice>}
      <StaffForm
        action={signIn}
        hidden={{ next }}
        fields={[
          {
            name: "email",
            label: "Email address",
            type: "email",
            autoComplete: "username",
            inputMode: "email",
          },
          { name: "password", label: "Password", type: "password", autoComplete: "current-password" },
        ]}
        button="Sign in"
      />
      <PasskeyForm
        action={signInByPasskey}
        ceremony="use"
        hidden={{ next }}
        fields={[]}
        button="Sign in with a passkey"
        kind="secondary"
      />
      <p>
        <a href="/console/reset">Forgotten your password?</a>
      </p>
    </ConsoleShell>
  );
}
