import { ConsoleShell } from "@/components/console/ConsoleShell";
import { Passkeys } from "@/components/console/Passkeys";
import { Sessions } from "@/components/console/Sessions";
import { type StaffField, StaffForm } from "@/components/console/StaffForm";
import { published } from "@/server/instance/published";
import { withRefusal } from "../../(enrol)/visit";
import { staffVisit, toSignIn } from "../guard";
import {
  addPasskey,
  changePassword,
  confirmSecondFactor,
  endSession,
  removePasskey,
  signOut,
  startSecondFactor,
  stopSecondFactor,
} from "./actions";
import { QrCode } from "./qr-code";

export const generateMetadata = async () => ({ title: await withRefusal("Your account – Console") });

const OWN_PASSWORD: StaffField = {
  name: "own_password",
  label: "Your password",
  type: "password",
  autoComplete: "current-password",
};

export default async function AccountPage() {
  const account = await published().pages.console.account(await staffVisit());
  if (!account) return toSignIn();
  const { me, begun, passkeys, sessions } = account;
  return (
    <ConsoleShell title="Your account" who={me} current="account">
      <section className="space-y-4">
        <p>
          You are <strong>{me.name}</strong> ({me.email}).
        </p>
        <StaffForm action={signOut} fields={[]} button="Sign out" kind="secondary" />
      </section>
      <section className="space-y-4">
        <h2>Authenticator app</h2>
        {me.hasSecondFactor ? (
          <>
            <p>It is on. You need a code from your app each time you sign in.</p>
            <StaffForm
              action={stopSecondFactor}
              fields={[OWN_PASSWORD]}
              button="Turn it off"
              kind="secondary"
            />
          </>
        ) : begun ? (
          <Setup {...begun} />
        ) : (
          <>
            <p>
              An app on your phone shows a code for each sign-in, so that a stolen password is not enough.
            </p>
            <StaffForm
              action={startSecondFactor}
              fields={[OWN_PASSWORD]}
              button="Set it up"
              kind="secondary"
            />
          </>
        )}
      </section>
      <Passkeys passkeys={passkeys} add={addPasskey} remove={removePasskey} />
      <section className="space-y-4">
        <h2>Password</h2>
        <p>Changing it signs you out everywhere else.</p>
        <StaffForm
          action={changePassword}
          fields={[
            {
              name: "current",
              label: "Current password",
              type: "password",
              autoComplete: "current-password",
            },
            {
              name: "password",
              label: "New password",
              hint: "12 characters or more",
              type: "password",
              autoComplete: "new-password",
            },
          ]}
          button="Change password"
          kind="secondary"
        />
      </section>
      <Sessions sessions={sessions} end={endSession} />
    </ConsoleShell>
  );
}

type Begun = Record<"secret" | "address", string> & { backupCodes: readonly string[] };

function Setup({ secret, address, backupCodes }: Begun) {
  return (
    <>
      <p>1. Add an account to your app. Scan this code, or type this key:</p>
      <QrCode text={address} label="QR code with the key below" />
      <p className="font-mono text-lg wrap-anywhere">{secret.match(/.{1,4}/g)?.join(" ")}</p>
      <p>
        2. Keep these recovery codes where you can reach them without your phone. Each works once. They are
        not shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 font-mono">
        {backupCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <StaffForm
        action={confirmSecondFactor}
        fields={[
          {
            name: "code",
            label: "3. The 6 digits that the app shows",
            inputMode: "numeric",
            autoComplete: "one-time-code",
            width: "10",
          },
        ]}
        button="Turn it on"
      />
    </>
  );
}
