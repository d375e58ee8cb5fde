/** A clock for tests that days pass on: it shows the real time and what has passed in addition. */

const RealDate = Date;

/** A running clock. */
export interface FastClock {
  /** Lets time pass (ms). */
  pass(ms: number): void;
  /** Shows the real time again. */
  restore(): void;
}

/** Replaces the clock of this process, as `Date` shows it; timers are not affected. */
export function startFastClock(): FastClock {
  let passed = 0;
  const now = (): number => RealDate.now() + passed;
  globalThis.Date = new Proxy(RealDate, {
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  });
  return {
    pass(ms) {
      passed += ms;
    },
    restore() {
      globalThis.Date = RealDate;
    },
  };
}
