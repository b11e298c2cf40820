"use client";

import { useEffect, useRef, useState } from "react";
import { BANK_FIELDS, type BankFormValues } from "../../lib/contract/forms/bank-fields";
import { entered } from "../../lib/contract/forms/read";
import type { SetupPage, SetupView } from "../../lib/setup-page/view";
import type { Delivery } from "../forms/use-server-form";
import { FAILURES, refusalOf } from "./refusal";

/** The step that is shown, and how its form is sent. */
export function useSteps(
  initial: SetupView,
  provider: SetupPage["provider"],
  post: (form: FormData) => Promise<void>,
  sendSetup: (form: FormData) => Promise<SetupView>,
) {
  const [view, setView] = useState(initial);
  const [hasFailed, setFailed] = useState(false);
  /** The first step's answers, for the browser's Back. */
  const left = useRef<BankFormValues | null>(null);

  async function send(form: FormData) {
    const next = await sendSetup(form).catch((error) => {
      setFailed(true);
      throw error;
    });
    setFailed(false);
    if (view.state === "bank" && next.state !== "bank") {
      left.current = entered(form, BANK_FIELDS);
      window.history.pushState(null, "");
    }
    setView(next);
    return next.state === view.state ? refusalOf(next, provider) : null;
  }

  useEffect(() => {
    const goBack = () =>
      setView((current) =>
        left.current && (current.state === "check" || current.state === "not_alone")
          ? { state: "bank", values: left.current, errors: {}, notice: null }
          : current,
      );
    window.addEventListener("popstate", goBack);
    return () => window.removeEventListener("popstate", goBack);
  }, []);

  const posted = refusalOf(view, provider);
  const delivery: Delivery = { action: post, posted, send, failures: FAILURES, isOfBank: true };
  return { view, hasFailed, delivery };
}
