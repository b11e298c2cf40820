/** What the table says of a code. Contract section 2. */
export interface Problem {
  status: number;
  title: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** Safe to show a student. */
  userMessage: string;
  cause: string;
  remedy: string;
}

/** What a student is told of a fault in the provider's own system. */
export const SETUP = "This page is not set up correctly. Contact your education provider.";
