"use client";

import { useState } from "react";
import type { CardAnswer, PayResult } from "@/lib/enrolment/pay-by-card";
import { failedCall, noticeOf } from "../forms/failed-call";
import { fetchStep } from "./fetch-step";

const AGAIN_MS = 3_000;
const MAX_TRIES = 20;
const PATIENCE_MS = 10_000;

const NOT_SENT =
  "We could not send your payment. Load this page again to see where your enrolment stands, before you pay.";

/**
 * Sends a token until there is an answer. The token is the payment's idempotency key, so sending it again charges no
 * second time.
 */
export function useCardPayment(
  pay: (answer: CardAnswer) => Promise<PayResult>,
  home: string,
  page: "card" | "plan/pay",
) {
  const [stage, setStage] = useState<"idle" | "paying" | "uncertain">("idle");

  async function send(answer: CardAnswer): Promise<Exclude<PayResult, { status: "moved" | "uncertain" }>> {
    setStage("paying");
    const stopLooking = page === "card" ? lookAfter(PATIENCE_MS, home) : () => {};
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const result = await pay(answer).catch((error) => unanswered(error, tries === 0, page));
      if (result.status === "declined" || result.status === "refused") {
        stopLooking();
        setStage("idle");
        return result;
      }
      if (result.status === "moved") {
        stopLooking();
        const { step, undone, told } = result;
        const said = undone ? `?undone=${undone}` : told ? `?told=${told}` : "";
        window.location.replace(`${home}/${step}${said}`);
        // Never resolved, so that the form stays disabled until the next page is there.
        await new Promise<never>(() => {});
      }
      setStage("uncertain");
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    stopLooking();
    setStage("idle");
    return { status: "refused", field: null, message: NOT_SENT };
  }

  return { stage, send };
}

/** Only the refusal of the first call is certain: after a later one, an earlier call may have charged. */
function unanswered(error: unknown, isFirst: boolean, page: "card" | "plan/pay"): PayResult {
  const failed = failedCall(error);
  const isTurnedAway = failed === "too_many" || failed === "outdated";
  if (isFirst && isTurnedAway)
    return { status: "refused", field: null, message: noticeOf(failed, error, "Your payment was not sent.") };
  // A page of another release can only look where the enrolment stands.
  return failed === "outdated" ? { status: "moved", step: page } : { status: "uncertain" };
}

/** While the answer takes long, asks for the enrolment's step and goes there once it has changed. */
function lookAfter(patience: number, home: string): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const start = setTimeout(() => {
    timer = setInterval(async () => {
      const step = await fetchStep(home);
      if (step !== null && step !== "card") window.location.replace(`${home}/${step}`);
    }, AGAIN_MS);
  }, patience);
  return () => {
    clearTimeout(start);
    clearInterval(timer);
  };
}
