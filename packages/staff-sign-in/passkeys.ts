/** The library also takes a passkey whose device has not checked who holds it. */
export async function onlyVerified(checked: { userVerified: boolean } | undefined): Promise<void> {
  if (!checked?.userVerified) throw new Error("Nobody was verified");
}

/** What no browser gives has an id that no passkey has. */
export function readPasskey(given: string) {
  try {
    const read = JSON.parse(given);
    if (typeof read?.id === "string" && /^[\w-]{1,1400}$/.test(read.id)) return read;
  } catch {}
  return { id: "" };
}
