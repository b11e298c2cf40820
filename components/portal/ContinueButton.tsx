"use client";

import { useFormStatus } from "react-dom";
import { SubmitButton } from "../forms/SubmitButton";

export function ContinueButton() {
  return <SubmitButton busy={useFormStatus().pending}>Continue here</SubmitButton>;
}
