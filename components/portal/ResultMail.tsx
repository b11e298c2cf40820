"use client";

import { type ReactNode, useEffect, useState } from "react";
import { fetchMail } from "./fetch-step";

const AGAIN_MS = 2_000;
const MOST_TRIES = 30;

interface Props {
  home: string;
  isSent: boolean;
  /** What is sent, and to whom. */
  children: ReactNode;
}

/** Says that the mail with the result is sent as soon as it is, without the page being loaded again. */
export function ResultMail({ home, isSent, children }: Props) {
  const [sent, setSent] = useState(isSent);
  useEffect(() => {
    if (sent) return;
    let tries = 0;
    const timer = setInterval(async () => {
      if (++tries >= MOST_TRIES) clearInterval(timer);
      if ((await fetchMail(home)) === "sent") setSent(true);
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [home, sent]);
  return (
    <span role="status">
      {sent ? "We have emailed" : "We are emailing"} {children}
    </span>
  );
}
