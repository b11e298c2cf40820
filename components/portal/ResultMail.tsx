"use client";

import { type ReactNode, useState } from "react";
import { fetchStatus, useAgain } from "./fetch-step";

const AGAIN_MS = 2_000;
const MAX_TRIES = 30;

interface Props {
  home: string;
  mail: "sent" | "on its way" | "undelivered";
  what: "receipt" | "signed agreement";
  address: string;
  provider: string;
  /** What follows where the address takes mail. */
  children: ReactNode;
}

/** Says what became of the mail with the result as soon as it is known, without the page being loaded again. */
export function ResultMail({ home, mail, what, address, provider, children }: Props) {
  const [known, setKnown] = useState(mail);
  const [tries, setTries] = useState(0);
  async function look(): Promise<void> {
    setTries((count) => count + 1);
    const now = (await fetchStatus(home))?.mail;
    if (now === "sent" || now === "undelivered") setKnown(now);
  }
  useAgain(look, known === "on its way" && tries < MAX_TRIES ? AGAIN_MS : null);
  const to = <bdi>{address}</bdi>;
  return (
    <>
      <span role="status">
        {known === "undelivered" ? (
          <>
            We could not deliver email to {to}. Check the address: if it is wrong, tell {provider}. You can
            download your {what} on this page.
          </>
        ) : (
          <>
            {known === "sent" ? "We have emailed" : "We are emailing"} your {what} to {to}.
          </>
        )}
      </span>{" "}
      {known !== "undelivered" && children}
    </>
  );
}
