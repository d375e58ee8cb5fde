/**
 * The memory for the bodies of requests in progress. Callers with and without a token have budgets
 * of their own, so that neither is refused because of the other, and one caller of many gets only a
 * share of its budget.
 */
import { UnavailableError } from '@forgemesh/errors';

/** Budgets in bytes. */
export interface BodyMemoryLimits {
  /** For all bodies together. */
  total: number;
  /** The part of it for callers without a token; at most half. */
  anonymous: number;
}

/** One caller holds at most this part of a budget, or one body. */
const MAX_SHARE = 1 / 4;
/** Time in which most bodies are received and handled. */
const RETRY_AFTER_SECONDS = 2;

/** Who sends a body. */
export interface BodySender {
  /** Id of the user; undefined for a caller without a token. */
  userId: number | undefined;
  address: string;
}

/** Accounts for the bodies in memory. */
export class BodyMemory {
  private readonly signedIn: Budget;
  private readonly anonymous: Budget;

  constructor({ total, anonymous }: BodyMemoryLimits) {
    const part = Math.min(anonymous, total / 2);
    this.signedIn = new Budget(total - part);
    this.anonymous = new Budget(part);
  }

  /** Opens the account of a body. */
  open({ userId, address }: BodySender): BodyAccount {
    return userId === undefined
      ? new BodyAccount(this.anonymous, `address ${address}`)
      : new BodyAccount(this.signedIn, `user ${userId}`);
  }

  /** Bytes of all bodies in memory. */
  get bytes(): number {
    return this.signedIn.bytes + this.anonymous.bytes;
  }
}

/** What one caller holds. */
interface Holding {
  bytes: number;
  bodies: number;
}

class Budget {
  bytes = 0;
  private readonly holdings = new Map<string, Holding>();

  constructor(private readonly max: number) {}

  enter(caller: string): Holding {
    let holding = this.holdings.get(caller);
    if (!holding) this.holdings.set(caller, (holding = { bytes: 0, bodies: 0 }));
    holding.bodies++;
    return holding;
  }

  take(holding: Holding, bytes: number): void {
    const isWithinShare = holding.bytes + bytes <= this.max * MAX_SHARE || holding.bodies === 1;
    if (this.bytes + bytes > this.max || !isWithinShare) {
      throw new UnavailableError('Too many large requests at the same time, try again later', {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    }
    this.bytes += bytes;
    holding.bytes += bytes;
  }

  leave(caller: string, holding: Holding, bytes: number): void {
    this.bytes -= bytes;
    holding.bytes -= bytes;
    if (--holding.bodies === 0) this.holdings.delete(caller);
  }
}

/** The account of one body. */
export class BodyAccount {
  private readonly holding: Holding;
  private bytes = 0;
  private isClosed = false;

  constructor(
    private readonly budget: Budget,
    /** Identifies the sender among all senders. */
    readonly caller: string,
  ) {
    this.holding = budget.enter(caller);
  }

  /** Accounts for this many bytes in all. Throws UnavailableError beyond budget or share. */
  growTo(bytes: number): void {
    if (bytes <= this.bytes) return;
    this.budget.take(this.holding, bytes - this.bytes);
    this.bytes = bytes;
  }

  /** Releases the bytes; may be called repeatedly. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.budget.leave(this.caller, this.holding, this.bytes);
  }
}
