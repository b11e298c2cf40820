"use client";

import { type ComponentProps, useSyncExternalStore } from "react";
import { type FormAction, UNTRIED } from "../forms/form-state";
import { StaffForm } from "./StaffForm";

type Asked = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;

const CEREMONIES = {
  add: (asked: Asked) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) }),
  use: (asked: Asked) =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) }),
};

const NOT_DONE = "Your browser gave no passkey. Nothing was changed.";

/** The server first says what to ask the browser for, and then takes what it gave. */
const withPasskey =
  (action: FormAction, ceremony: keyof typeof CEREMONIES): FormAction =>
  async (before, form) => {
    const begun = await action(before, form);
    const { asked } = begun.values;
    if (!asked) return begun;
    try {
      form.set("passkey", JSON.stringify(await CEREMONIES[ceremony](JSON.parse(asked))));
    } catch {
      return { ...UNTRIED, notice: NOT_DONE };
    }
    return action(before, form);
  };

/** No passkey belongs to an IP address. */
const isUsable = () =>
  typeof PublicKeyCredential === "function" &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential &&
  /[a-z]/i.test(location.hostname);

const unchanging = () => () => {};

/** A form that ends with the browser's own question. Without a script, and where the browser cannot ask it, there is none. */
export function PasskeyForm({
  action,
  ceremony,
  ...rest
}: ComponentProps<typeof StaffForm> & { ceremony: keyof typeof CEREMONIES }) {
  if (!useSyncExternalStore(unchanging, isUsable, () => false)) return null;
  return <StaffForm action={withPasskey(action, ceremony)} {...rest} />;
}
