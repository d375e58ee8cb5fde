/** Counts what callers hold of a scarce resource, so that nobody holds all of it. */

/** A user of a scarce resource. */
export interface Caller {
  /** The same for all requests of one caller. */
  key: string;
  /** Whether the caller has presented no token. All such callers together hold at most half. */
  isAnonymous: boolean;
}

/** How much may be held. */
export interface ShareLimits {
  /** By all callers together. */
  total: number;
  /** By one caller. */
  perCaller: number;
  /** By all callers without a token together. */
  anonymous: number;
}

/** The limits that follow from a total: a quarter for one caller, half for all without a token. */
export function sharesOf(total: number): ShareLimits {
  return {
    total,
    perCaller: Math.min(total, Math.max(1, Math.floor(total / 4))),
    anonymous: Math.min(total, Math.max(1, Math.floor(total / 2))),
  };
}

/** What callers hold. */
export class Shares {
  private heldByAll = 0;
  private heldByAnonymous = 0;
  private readonly heldByCaller = new Map<string, number>();

  constructor(private readonly limits: ShareLimits) {}

  /** Held by all callers together. */
  get held(): number {
    return this.heldByAll;
  }

  /** Held by one caller. */
  heldBy({ key }: Caller): number {
    return this.heldByCaller.get(key) ?? 0;
  }

  /** Whether a caller may take an amount now. */
  hasRoom(caller: Caller, amount = 1): boolean {
    const { total, perCaller, anonymous } = this.limits;
    if (this.heldByAll + amount > total || this.heldBy(caller) + amount > perCaller) return false;
    return !caller.isAnonymous || this.heldByAnonymous + amount <= anonymous;
  }

  /** Takes an amount; false, without effect, if there is no room for it. */
  take(caller: Caller, amount = 1): boolean {
    if (!this.hasRoom(caller, amount)) return false;
    this.change(caller, amount);
    return true;
  }

  /** Gives back an amount that was taken. */
  give(caller: Caller, amount = 1): void {
    this.change(caller, -amount);
  }

  private change(caller: Caller, amount: number): void {
    this.heldByAll += amount;
    if (caller.isAnonymous) this.heldByAnonymous += amount;
    const held = this.heldBy(caller) + amount;
    if (held > 0) this.heldByCaller.set(caller.key, held);
    else this.heldByCaller.delete(caller.key);
  }
}
