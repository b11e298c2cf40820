/**
 * Settings for a process whose clock is so much ahead: `Date` says so from its first line on. What passes by
 * `performance.now()` is left as it is, as on a machine whose clock was set.
 */
export function clockAhead(ms: number): { NODE_OPTIONS: string } {
  const script = `
    const Real = Date;
    const now = () => Real.now() + ${ms};
    globalThis.Date = new Proxy(Real, {
      construct: (target, given, as) => Reflect.construct(target, given.length > 0 ? given : [now()], as),
      apply: () => new Date().toString(),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
    });
    Real.prototype.constructor = Date;`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
