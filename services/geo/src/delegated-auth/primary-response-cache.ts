/**
 * Cache of responses of the primary. A response is fresh for one second. While the primary is
 * unreachable, the last response is used for the offline TTL.
 */
import { isForgeError, UnavailableError } from '@forgemesh/errors';

const FRESH_MS = 1_000;
const MAX_ENTRIES = 50_000;

interface PendingResponse<T> {
  response: Promise<T>;
  at: number;
}

/** State of the connection to the primary. */
export interface LinkState {
  isDown(): boolean;
}

/** Cached responses of one kind, by request key. */
export class PrimaryResponseCache<T> {
  private readonly recent = new Map<string, PendingResponse<T>>();
  private readonly stored = new Map<string, { response: T; at: number }>();

  constructor(
    private readonly link: LinkState,
    /** Maximum age of a response while the primary is unreachable. */
    private readonly offlineTtlMs: number,
  ) {}

  /**
   * Returns the response of the last second or calls `fetch`. While the primary is unreachable,
   * returns the last response within the offline TTL, or throws UnavailableError.
   */
  async get(key: string, fetch: () => Promise<T>): Promise<T> {
    const stored = this.findStored(key);
    if (stored !== undefined && this.link.isDown()) return stored;
    try {
      return await this.fetchOnce(key, fetch);
    } catch (error) {
      if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
      const last = this.findStored(key);
      if (last === undefined) throw new UnavailableError('The primary node cannot be reached', { cause: error });
      return last;
    }
  }

  private fetchOnce(key: string, fetch: () => Promise<T>): Promise<T> {
    const now = Date.now();
    const recent = this.recent.get(key);
    if (recent && now - recent.at < FRESH_MS) return recent.response;
    const response = fetch();
    put(this.recent, key, { response, at: now });
    response.then(
      (value) => put(this.stored, key, { response: value, at: now }),
      () => this.recent.delete(key),
    );
    return response;
  }

  private findStored(key: string): T | undefined {
    const stored = this.stored.get(key);
    return stored && Date.now() - stored.at < this.offlineTtlMs ? stored.response : undefined;
  }
}

/** Adds an entry and evicts the oldest one when the map is full. */
function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > MAX_ENTRIES ? map.keys().next() : undefined;
  if (oldest && !oldest.done) map.delete(oldest.value);
}
