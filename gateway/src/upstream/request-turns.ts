/**
 * Limits the requests of one caller that are handled at the same time. The others of that caller
 * wait: however many connections a client opens, the event loops of the gateway and the services
 * have little of its work to do in each turn, and requests of others are not delayed by all of it.
 */
import { CallerTurns, OverloadError, type TurnCaller } from '@forgemesh/admission';
import { UnavailableError } from '@forgemesh/errors';
import type { CompiledOperation } from '../routing/compile-operation';
import { signalOnDisconnect } from '../server/client-disconnect';
import type { HttpExchange } from '../server/exchange';

/** How long a request waits for others of its caller. */
const WAIT_MS = 30_000;

/** The turns of the callers of a gateway. */
export class RequestTurns {
  private readonly turns = new CallerTurns();

  /** `maxPerCaller` is 0 for no limit. */
  constructor(private readonly maxPerCaller: number) {}

  /** Requests that wait. */
  get waiting(): number {
    return this.turns.waiting;
  }

  /**
   * Waits for the turn of a request; returns the function that ends it. Uploads and downloads take
   * as long as their clients, and have limits of their own. Throws UnavailableError after half a
   * minute, or when the client disconnects.
   */
  async begin(exchange: HttpExchange, { isUpload, isDownload }: CompiledOperation): Promise<() => void> {
    if (this.maxPerCaller === 0 || isUpload || isDownload) return () => undefined;
    const caller = this.callerOf(exchange);
    const end = this.turns.tryBegin(caller);
    if (end) return end;
    try {
      return await this.turns.begin(caller, { waitMs: WAIT_MS, signal: signalOnDisconnect(exchange.response) });
    } catch (error) {
      const retryAfter = error instanceof OverloadError ? error.retryAfter : 1;
      throw new UnavailableError('Too many requests at the same time, try again later', { retryAfter, cause: error });
    }
  }

  private callerOf({ userId, client }: HttpExchange): TurnCaller {
    if (userId !== undefined) return { key: `user ${userId}`, max: this.maxPerCaller };
    const [network] = client.networks;
    return {
      key: `address ${network?.name ?? client.address}`,
      max: this.maxPerCaller * (network?.factor ?? 1),
    };
  }
}
