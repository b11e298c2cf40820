/** Where work tells what happened to it; `lib/log.ts` writes it. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
