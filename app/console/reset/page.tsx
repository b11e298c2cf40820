import { ConsoleShell } from "@/components/console/ConsoleShell";

export const metadata = { title: "Forgotten password – Console" };

export default function ResetPage() {
  return (
    <ConsoleShell title="Forgotten password">
      <p>Ask whoever invited you for a new link. It lets you choose a new password, and works once.</p>
      <p>
        <a href="/console/sign-in">Sign in</a>
      </p>
    </ConsoleShell>
  );
}
