"use client";

import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import type { BankFormValues } from "../../lib/contract/forms/bank-details";
import type { SetupView } from "../../lib/setup-page/view";
import { type FailedCall, failedCall } from "../failed-call";

/** Sends the page's forms without leaving it. A page without JavaScript posts the same forms itself. */
export function useSteps(initial: SetupView, send: (form: FormData) => Promise<SetupView>) {
  const [view, setView] = useState(initial);
  /** Grows with each answer, so that an error summary takes focus again. */
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<FailedCall | null>(null);
  const [isPending, startTransition] = useTransition();
  const isSending = useRef(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // A second click can come before the button is drawn as disabled.
    if (isSending.current) return;
    isSending.current = true;
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    startTransition(async () => {
      try {
        const next = await send(form);
        setFailure(null);
        if (view.state === "bank" && next.state !== "bank") rememberStep(form);
        setView(next);
        setAttempt((count) => count + 1);
      } catch (error) {
        setFailure(failedCall(error));
      } finally {
        isSending.current = false;
      }
    });
  }
  /** The first step as it was left, for the browser's Back. */
  const left = useRef<BankFormValues | null>(null);
  function rememberStep(form: FormData): void {
    const value = (name: keyof BankFormValues) => String(form.get(name) ?? "");
    left.current = {
      accountName: value("accountName"),
      bsb: value("bsb"),
      accountNumber: value("accountNumber"),
      authorisesAlone: value("authorisesAlone"),
    };
    window.history.pushState(null, "");
  }
  useEffect(() => {
    const goBack = () =>
      setView((current) =>
        left.current && (current.state === "check" || current.state === "not_alone")
          ? { state: "bank", values: left.current, errors: [], notice: null }
          : current,
      );
    window.addEventListener("popstate", goBack);
    return () => window.removeEventListener("popstate", goBack);
  }, []);
  return { view, attempt, failure, isPending, submit };
}

/** Whether a wait has become so long that it wants a word. */
export function useLong(isPending: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isPending) return setLong(false);
    const timer = setTimeout(() => setLong(true), 10_000);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isLong;
}
