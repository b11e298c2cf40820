/** Pages of the console beside the providers' own; no provider's code may be one of them. */
export const OWN_PAGES = ["sign-in", "invitation", "reset", "account"];
