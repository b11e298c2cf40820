import { shorten } from "@/packages/text/text";
import type { FormAction } from "../forms/form-state";
import { Time } from "../ui/Time";
import { PasskeyForm } from "./PasskeyForm";
import { type StaffField, StaffForm } from "./StaffForm";

interface Props {
  passkeys: readonly { id: string; name: string; createdAt: string }[];
  add: FormAction;
  remove: FormAction;
}

const password = (name: string): StaffField => ({
  name,
  label: "Your password",
  type: "password",
  autoComplete: "current-password",
});

/** The list above has it whole. */
const shortOf = (name: string) => (name.length > 8 ? `${shorten(name, 7)}…` : name);

/** What signs somebody in without a password, and forms that add one and remove one. */
export function Passkeys({ passkeys, add, remove }: Props) {
  return (
    <section className="space-y-4">
      <h2>Passkeys</h2>
      <p>
        A passkey signs you in with your fingerprint, face or PIN, in place of your password and code. You can
        add one in a browser that supports passkeys.
      </p>
      {passkeys.length > 0 && (
        <>
          <ul className="divide-y divide-divider border-divider border-y">
            {passkeys.map(({ id, name, createdAt }) => (
              <li key={id} className="py-4 wrap-anywhere">
                <span className="font-medium">{name}</span>, since <Time at={createdAt} />
              </li>
            ))}
          </ul>
          <StaffForm
            action={remove}
            fields={[
              {
                name: "removed",
                label: "Passkey to remove",
                options: passkeys.map(({ id, name }) => ({ value: id, label: shortOf(name) })),
              },
              password("remove_password"),
            ]}
            button="Remove the passkey"
            kind="secondary"
          />
        </>
      )}
      <PasskeyForm
        action={add}
        ceremony="add"
        fields={[
          { name: "passkey_name", label: "Name of the new passkey", hint: "For example Work laptop" },
          password("add_password"),
        ]}
        button="Add a passkey"
        kind="secondary"
      />
    </section>
  );
}
