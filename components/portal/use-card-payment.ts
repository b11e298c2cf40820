"use client";

import { useState } from "react";
import type { CardAnswer, PayResult } from "@/lib/enrolment/pay-by-card";

const AGAIN_MS = 3_000;

/**
 * Sends a token until there is an answer. The token is the payment's own key: sent again after a lost answer it
 * charges no second time, and tells what became of the first.
 */
export function useCardPayment(pay: (answer: CardAnswer) => Promise<PayResult>, home: string) {
  const [stage, setStage] = useState<"idle" | "paying" | "uncertain">("idle");

  async function send(answer: CardAnswer): Promise<Exclude<PayResult, { status: "moved" | "uncertain" }>> {
    setStage("paying");
    for (;;) {
      const result = await pay(answer).catch(() => ({ status: "uncertain" }) as const);
      if (result.status === "declined" || result.status === "refused") {
        setStage("idle");
        return result;
      }
      if (result.status === "moved") {
        window.location.replace(`${home}/${result.step}`);
        // The next page is on its way: the form stays shut until it is there.
        await new Promise<never>(() => {});
      }
      setStage("uncertain");
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  return { stage, send };
}
