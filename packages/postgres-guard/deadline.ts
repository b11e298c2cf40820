import { inTime } from "../time-limit/time-limit";
import { faultOf } from "./errors";

/** A piece of work that can be given up: its place in the queue, or its connection. */
export interface Ticket {
  giveUp(fault: Error): void;
}

/** Work that misses its deadline fails, and what is under way for it ends. */
export function inDeadline<T>(milliseconds: number, work: (ticket: Ticket) => Promise<T>): Promise<T> {
  const ticket: Ticket = { giveUp() {} };
  return inTime(work(ticket), milliseconds, () => {
    const fault = deadlineMissed();
    ticket.giveUp(fault);
    throw fault;
  });
}

export const deadlineMissed = () => faultOf("DEADLINE_MISSED", "The database did not answer in time");
