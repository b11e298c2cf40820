/** Contract section 10. */
export type MessageType = "ready" | "authorised" | "cancelled" | "expired" | "error";
