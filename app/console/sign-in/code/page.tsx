import { ConsoleShell } from "@/components/console/ConsoleShell";
import { StaffForm } from "@/components/console/StaffForm";
import { withRefusal } from "../../../(enrol)/visit";
import { asked, type ConsoleProps } from "../../guard";
import { enterCode } from "./actions";

export const generateMetadata = async () => ({ title: await withRefusal("Enter your code – Console") });

export default async function CodePage(props: ConsoleProps) {
  return (
    <ConsoleShell title="Enter your code">
      <StaffForm
        action={enterCode}
        hidden={{ next: await asked(props, "next") }}
        fields={[
          {
            name: "code",
            label: "Code",
            hint: "The 6 digits that your authenticator app shows, or one of your recovery codes",
            autoComplete: "one-time-code",
            width: "10",
          },
        ]}
        button="Sign in"
      />
      <p>
        <a href="/console/sign-in">Start again</a>
      </p>
    </ConsoleShell>
  );
}
