import { z } from "zod/mini";
import { emailField } from "./details";

/** Asks for a new link to an enrolment. */
export const newLinkForm = z.object({ email: emailField });
export type NewLinkFields = z.output<typeof newLinkForm>;
