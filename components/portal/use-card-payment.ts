"use client";

import { useState } from "react";
import { tooManyForms } from "@/lib/domain/too-many-forms";
import type { CardAnswer, PayResult } from "@/lib/enrolment/pay-by-card";
import { reloadWith } from "../forms/answers-over-reload";
import { failedCall, secondsOf } from "../forms/failed-call";
import { fetchStep } from "./fetch-step";

const AGAIN_MS = 3_000;
const MAX_TRIES = 20;
const PATIENCE_MS = 10_000;

const NOT_SENT =
  "We could not send your payment. Load this page again to see where your enrolment stands, before you pay.";

/**
 * Sends a token until there is an answer. The token is the payment's idempotency key, so sending it again charges no
 * second time (D-063).
 */
export function useCardPayment(pay: (answer: CardAnswer) => Promise<PayResult>, home: string) {
  const [stage, setStage] = useState<"idle" | "paying" | "uncertain">("idle");

  async function send(answer: CardAnswer): Promise<Exclude<PayResult, { status: "moved" | "uncertain" }>> {
    setStage("paying");
    const stopLooking = lookAfter(PATIENCE_MS, home);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      // Only the refusal of the first call is certain: after a later one, an earlier call may have charged.
      const result = await pay(answer).catch((error) => {
        if (failedCall(error) === "outdated") return OUTDATED;
        return (tries === 0 && turnedAway(error)) || UNCERTAIN;
      });
      if (result.status === "declined" || result.status === "refused") {
        stopLooking();
        setStage("idle");
        return result;
      }
      if (result.status === "moved" || result.status === "outdated") {
        stopLooking();
        if (result.status === "moved")
          window.location.replace(`${home}/${result.step}${result.undone ? `?undone=${result.undone}` : ""}`);
        else if (tries === 0) reloadWith("card");
        // An earlier call may have charged: the enrolment's own step says so.
        else window.location.replace(home);
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

const UNCERTAIN = { status: "uncertain" } as const;
const OUTDATED = { status: "outdated" } as const;

/** Of a call that was certainly refused before anything was done. */
function turnedAway(error: unknown): PayResult | null {
  if (failedCall(error) !== "too_many") return null;
  const message = tooManyForms("Your payment was not sent.", secondsOf(error));
  return { status: "refused", field: null, message };
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
