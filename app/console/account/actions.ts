"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerStaff, MAX_PASSKEY } from "../answer";

const PATH = "/console/account";

export async function endSession(before: FormState, form: FormData) {
  return answerStaff(PATH, before, form, ["session"], (console, visit, values) =>
    console.endSession(visit, values),
  );
}

export async function signOut(before: FormState, form: FormData) {
  return answerStaff(PATH, before, form, [], (console, visit) => console.signOut(visit));
}

export async function changePassword(before: FormState, form: FormData) {
  return answerStaff(PATH, before, form, ["current", "password"], (console, visit, values) =>
    console.changePassword(visit, values),
  );
}

export async function startSecondFactor(before: FormState, form: FormData) {
  return answerStaff(PATH, before, form, ["own_password"], (console, visit, values) =>
    console.startSecondFactor(visit, values),
  );
}

export async function confirmSecondFactor(before: FormState, form: FormData) {
  return answerStaff(PATH, before, form, ["code"], (console, visit, values) =>
    console.confirmSecondFactor(visit, values),
  );
}

export async function stopSecondFactor(before: FormState, form: FormData) {
  return answerStaff(PATH, before, form, ["own_password"], (console, visit, values) =>
    console.stopSecondFactor(visit, values),
  );
}

export async function addPasskey(before: FormState, form: FormData) {
  return answerStaff(
    PATH,
    before,
    form,
    ["passkey", "passkey_name", "add_password"],
    (console, visit, values) => console.addPasskey(visit, values),
    MAX_PASSKEY,
  );
}

export async function removePasskey(before: FormState, form: FormData) {
  return answerStaff(PATH, before, form, ["removed", "remove_password"], (console, visit, values) =>
    console.removePasskey(visit, values),
  );
}
