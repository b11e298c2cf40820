/** What a person typed is wrong, or a setting is missing: exit code 2. */
export class UsageError extends Error {}

/** It could not be done, for a reason that a person can mend: exit code 1. */
export class Failure extends Error {}
