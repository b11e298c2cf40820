import type { FormAction } from "../forms/form-state";
import { Time } from "../ui/Time";
import { StaffForm } from "./StaffForm";

interface Session {
  id: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string;
  isThis: boolean;
}

/** Where somebody is signed in, and a button to end it there. */
export function Sessions({ sessions, end }: { sessions: readonly Session[]; end: FormAction }) {
  return (
    <section className="space-y-4">
      <h2>Where you are signed in</h2>
      <ul className="divide-y divide-divider border-divider border-y">
        {sessions.map(({ id, ipAddress, userAgent, createdAt, updatedAt, isThis }) => (
          <li key={id} className="space-y-3 py-4">
            <div>
              <p className="font-medium wrap-anywhere">
                {isThis ? "This browser" : (userAgent ?? "Unknown browser")}
              </p>
              <p className="text-muted">
                From {ipAddress || "an unknown address"}, since <Time at={createdAt} />, last used{" "}
                <Time at={updatedAt} />
              </p>
            </div>
            {!isThis && (
              <StaffForm
                action={end}
                fields={[]}
                hidden={{ session: id }}
                button="Sign out there"
                kind="secondary"
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
