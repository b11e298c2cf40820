import { type Letter, oneLine } from "../letter";

/** A provider as a student writes to it. */
export interface College {
  name: string;
  email: string;
  phone: string | null;
}

/** "Questions? Write to office@example.com or call 02 9000 0000, and quote your reference." */
export function questions({ email, phone }: College): Letter["parts"] {
  const ways = [email && `write to ${oneLine(email)}`, phone && `call ${oneLine(phone)}`].filter(Boolean);
  if (ways.length === 0) return [];
  return [{ type: "text", text: `Questions? You can ${ways.join(" or ")}. Please quote your reference.` }];
}
