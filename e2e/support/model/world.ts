/**
 * What the contract says of one order (sections 4 to 7), as plain data: no code of the service is used here. An operation
 * is a few steps, each of which happens at once; between two of them other operations may take theirs.
 */

export type Status =
  | "Awaiting Direct Debit"
  | "Awaiting Confirmation"
  | "Confirmed"
  | "Payment Pending"
  | "Payment Processing"
  | "Payment Failed"
  | "Expired"
  | "Cancelled";

/** What the gateway has under a key. */
type Charge = "succeeded" | "declined" | "refused" | "closed";

interface Checkout {
  body: Body;
  status: Status;
  /** Its time is over, and nobody has recorded that. */
  lapsed: boolean;
  attempt: "started" | "unknown" | Charge | null;
  charge: Charge | null;
}

interface Key {
  body: Body;
  /** Index of its checkout. */
  of: number;
  answer: "201" | "402" | null;
}

export interface World {
  checkouts: Checkout[];
  keys: Record<string, Key>;
  usedTokens: Body[];
}

/** Each card's body has a token of its own, which stays the same. */
export const BODIES = {
  plan: null,
  "other plan": null,
  visa: "succeeded",
  mastercard: "succeeded",
  declined: "declined",
  "unknown token": "refused",
} as const satisfies Record<string, Charge | null>;
export type Body = keyof typeof BODIES;

/** What becomes of the call to the gateway: it arrives; it never leaves; nobody hears of it, before or after the charge. */
export const FATES = ["arrives", "not reached", "lost before", "lost after"] as const;

export type Operation =
  | { does: "create"; body: Body; key: string | null; fate: (typeof FATES)[number]; crash: Crash }
  | { does: "authorise" | "confirm" | "cancel" | "expire"; of: number; crash: Crash }
  | { does: "lapse"; of: number }
  | { does: "work in the background" };

/** A process that dies before, or after, its next write, or its call to the gateway. */
export type Crash = "before" | "after" | null;

export const CRASHED = "crashed";

/** How far an operation is; `of` is the checkout that it, or its answer, is about. */
export type Progress =
  | { at: "begin" }
  | { at: "charge"; of: number }
  | { at: "settle"; of: number; outcome: Charge | "unknown" }
  | { at: "expiry" }
  | { at: "end"; answer: string; of: number | null };

export interface Step {
  world: World;
  progress: Progress;
}

const AWAITING: Status[] = ["Awaiting Direct Debit", "Awaiting Confirmation"];
const RELEASED: Status[] = ["Payment Failed", "Expired", "Cancelled"];
const CALLS_AN_HOUR = 5;

const end = (world: World, answer: string, of: number | null = null): Step => ({
  world,
  progress: { at: "end", answer, of },
});

const changed = (world: World, of: number, change: Partial<Checkout>): World => ({
  ...world,
  checkouts: world.checkouts.map((one, index) => (index === of ? { ...one, ...change } : one)),
});

/** Whoever finds that a checkout's time is over records that first, and begins anew. */
const expires = (world: World, of: number): Step => ({
  world: expired(world, of),
  progress: { at: "begin" },
});

const expired = (world: World, of: number): World => changed(world, of, { status: "Expired", lapsed: false });

/** @param isAlone nothing else is under way: then background work leaves nothing out */
export function stepsOf(operation: Operation, progress: Progress, world: World, isAlone: boolean): Step[] {
  const steps = regularSteps(operation, progress, world, isAlone);
  if (!("crash" in operation) || !operation.crash) return steps;
  // A process may have died before any step, or after the last one.
  const after = steps.map((step) => (step.progress.at === "end" ? end(step.world, CRASHED) : step));
  return [end(world, CRASHED), ...after];
}

function regularSteps(operation: Operation, progress: Progress, world: World, isAlone: boolean): Step[] {
  switch (operation.does) {
    case "create":
      if (progress.at === "charge") return charged(operation, progress.of, world);
      if (progress.at === "settle") {
        const next = settled(world, progress.of, progress.outcome);
        return [end(next, SAID[next.checkouts[progress.of]!.attempt!] ?? "", progress.of)];
      }
      return [created(operation, world)];
    case "lapse": {
      const over = AWAITING.includes(world.checkouts[operation.of]!.status);
      return [end(over ? changed(world, operation.of, { lapsed: true }) : world, "done")];
    }
    case "work in the background":
      return worked(progress, world, isAlone);
    default:
      return [acted(operation.does, operation.of, world)];
  }
}

const SAID: Record<string, string> = {
  succeeded: "201",
  declined: "402",
  refused: "validation_failed",
  closed: "service_unavailable",
  unknown: "202",
};

function created({ body, key }: Operation & { does: "create" }, world: World): Step {
  const kept = key === null ? undefined : world.keys[key];
  if (kept) {
    const one = world.checkouts[kept.of]!;
    const isSame = kept.body === body;
    if (isSame && kept.answer) return end(world, `${kept.answer} again`, kept.of);
    if (one.status === "Payment Pending")
      return end(world, isSame && one.attempt === "unknown" ? "202" : "idempotency_in_progress", kept.of);
    if (!RELEASED.includes(one.status) && !one.lapsed) return end(world, "idempotency_key_reused", kept.of);
  }
  const live = world.checkouts.findIndex(({ status }) => !RELEASED.includes(status));
  if (live >= 0)
    return world.checkouts[live]!.lapsed ? expires(world, live) : end(world, "duplicate_order", live);
  const isCard = BODIES[body] !== null;
  const calls = world.checkouts.filter(({ attempt }) => attempt !== null && attempt !== "closed").length;
  if (isCard && calls >= CALLS_AN_HOUR) return end(world, "rate_limited");
  const of = world.checkouts.length;
  const made: Checkout = {
    body,
    status: isCard ? "Payment Pending" : "Awaiting Direct Debit",
    lapsed: false,
    attempt: isCard ? "started" : null,
    charge: null,
  };
  const held: World["keys"] = key === null ? {} : { [key]: { body, of, answer: isCard ? null : "201" } };
  const next = { ...world, checkouts: [...world.checkouts, made], keys: { ...world.keys, ...held } };
  return isCard ? { world: next, progress: { at: "charge", of } } : end(next, "201", of);
}

function charged({ body, fate }: Operation & { does: "create" }, of: number, before: World): Step[] {
  const settles = (world: World, outcome: Charge | "unknown"): Step[] => [
    { world, progress: { at: "settle", of, outcome } },
  ];
  if (fate === "not reached") return settles(before, "closed");
  if (fate === "lost before") return settles(before, "unknown");
  const { charge: known } = before.checkouts[of]!;
  const isUsed = before.usedTokens.includes(body);
  const charge = known ?? (isUsed ? "refused" : BODIES[body]!);
  const usedTokens =
    known || isUsed || charge === "refused" ? before.usedTokens : [...before.usedTokens, body];
  return settles(
    { ...changed(before, of, { charge }), usedTokens },
    fate === "lost after" ? "unknown" : charge,
  );
}

/** Records an outcome, unless one is recorded. */
function settled(world: World, of: number, outcome: Charge | "unknown"): World {
  if (world.checkouts[of]!.status !== "Payment Pending") return world;
  if (outcome === "unknown") return changed(world, of, { attempt: "unknown" });
  const status = outcome === "succeeded" ? "Payment Processing" : "Payment Failed";
  const after = changed(world, of, { attempt: outcome, status });
  const isKept = outcome === "succeeded" || outcome === "declined";
  const keys = Object.entries(world.keys).flatMap(([name, key]): [string, Key][] => {
    if (key.of !== of) return [[name, key]];
    return isKept ? [[name, { ...key, answer: outcome === "succeeded" ? "201" : "402" }]] : [];
  });
  return { ...after, keys: Object.fromEntries(keys) };
}

/** Recovery asks the gateway, which closes a key that it never saw; then what is over expires. */
function worked(progress: Progress, world: World, isAlone: boolean): Step[] {
  if (progress.at === "settle")
    return [{ world: settled(world, progress.of, progress.outcome), progress: { at: "expiry" } }];
  const over = world.checkouts.findIndex(({ lapsed }) => lapsed);
  const expiry = over >= 0 ? [end(expired(world, over), "done")] : [];
  const nothing = isAlone && over >= 0 ? [] : [end(world, "done")];
  if (progress.at === "expiry") return [...expiry, ...nothing];
  const of = world.checkouts.findIndex(({ status }) => status === "Payment Pending");
  if (of < 0) return [...expiry, ...nothing];
  const outcome = world.checkouts[of]!.charge ?? "closed";
  const asked: Step = {
    world: changed(world, of, { charge: outcome }),
    progress: { at: "settle", of, outcome },
  };
  return isAlone ? [asked] : [asked, ...expiry, ...nothing];
}

function acted(does: "authorise" | "confirm" | "cancel" | "expire", of: number, world: World): Step {
  if (world.checkouts[of]!.lapsed) return expires(world, of);
  const { status, attempt } = world.checkouts[of]!;
  const moves = (to: Status) => end(changed(world, of, { status: to, lapsed: false }), to, of);
  const refuses = (code: string) => end(world, code, of);
  if (attempt !== null)
    return refuses(
      {
        authorise: "dda_not_applicable",
        confirm: "",
        cancel: "cancel_not_applicable",
        expire: "expire_not_applicable",
      }[does],
    );
  if (status === "Expired") return does === "expire" ? moves(status) : refuses("checkout_expired");
  if (status === "Cancelled") return does === "cancel" ? moves(status) : refuses("checkout_cancelled");
  switch (does) {
    case "authorise":
      return moves(status === "Awaiting Direct Debit" ? "Awaiting Confirmation" : status);
    case "confirm":
      return status === "Awaiting Direct Debit" ? refuses("dda_not_authorised") : moves("Confirmed");
    case "cancel":
      return status === "Confirmed" ? refuses("cancel_not_applicable") : moves("Cancelled");
    case "expire":
      return status === "Confirmed" ? refuses("expire_not_applicable") : moves("Expired");
  }
}

/** A world without the order in which its checkouts are numbered, and the checkouts in that order. */
export function canonical({ checkouts, keys, usedTokens }: World): { text: string; order: number[] } {
  const told = checkouts.map((one, index) => {
    const held = Object.entries(keys).filter(([, { of }]) => of === index);
    const ofKeys = held.map(([name, { body, answer }]) => `${name} ${body} ${answer !== null}`).sort();
    return {
      index,
      text: JSON.stringify([one.body, one.status, one.lapsed, one.attempt, one.charge, ofKeys]),
    };
  });
  told.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.index - b.index));
  const text = JSON.stringify([told.map((one) => one.text), [...usedTokens].sort()]);
  return { text, order: told.map(({ index }) => index) };
}
