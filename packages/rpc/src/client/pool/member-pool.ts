/**
 * The processes of a service of which any can serve each call. Each caller checks every member each
 * second, and sends calls to those that answer.
 */
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { status as GrpcStatus, Metadata, type Interceptor } from '@grpc/grpc-js';
import type { Channel } from '../channel';
import { ReadyWaiter } from '../wait-for-ready';
import { chooseMember, type PoolRoute } from './choose-member';
import { parsePoolAddress, type PoolAddress } from './pool-address';
import { PoolMember, type MemberState } from './pool-member';

/** Options of a pool. */
export interface PoolOptions {
  /** How long calls wait while no member is available, in milliseconds. */
  waitTimeoutMs: number;
  /** Number of members that reads of one key are spread over. */
  warmMembers: number;
  /** Interval and timeout of health checks, in milliseconds. */
  checkMs?: number;
  /** Whether calls that write are cancelled and repeated elsewhere if their member is lost. */
  areWritesRepeated?: boolean;
  /** Opens the connection to a member with an interceptor of its calls. */
  open(address: string, interceptor: Interceptor): Channel;
  /** Resolves a name to IP addresses. */
  resolve?: (host: string) => Promise<string[]>;
}

const CHECK_MS = 1_000;
const RESOLVE_MS = 2_000;
/** A busy member may be taken for lost while another one is. */
const MAX_INTERRUPTIONS = 2;

/** A pool. Connections are opened when it is first used. */
export class MemberPool {
  private readonly address: PoolAddress;
  private readonly members = new Map<string, PoolMember>();
  private readonly liveListeners = new Set<() => void>();
  private readonly waiter: ReadyWaiter;
  private hasStarted = false;
  private hadLive = false;
  private timer: NodeJS.Timeout | undefined;
  /** Why the name could not be resolved the last time. */
  private resolveError: unknown;

  constructor(
    address: string,
    private readonly options: PoolOptions,
  ) {
    this.address = parsePoolAddress(address);
    this.waiter = new ReadyWaiter(options.waitTimeoutMs);
  }

  /** Health of all known members. */
  states(): MemberState[] {
    this.start();
    return [...this.members.values()].map(({ name, address, health, answeredAt }) => ({
      name,
      address,
      health,
      answeredAt,
    }));
  }

  /**
   * Returns the member for a call, other than those that were tried before if there is another one;
   * undefined if none is available.
   */
  choose(route: PoolRoute, tried: ReadonlySet<PoolMember> = new Set()): PoolMember | undefined {
    this.start();
    const available = this.available();
    const untried = available.filter((member) => !tried.has(member));
    return chooseMember(untried.length > 0 ? untried : available, route, this.options.warmMembers);
  }

  /** A connection for one call and its retries, each of which tries another member. */
  channelFor(route: PoolRoute): Channel {
    const tried = new Set<PoolMember>();
    return {
      waitTimeoutMs: this.options.waitTimeoutMs,
      maxInterruptions: MAX_INTERRUPTIONS,
      client: () => {
        const member = this.choose(route, tried);
        if (!member) throw noMember(this.resolveError);
        tried.add(member);
        return member.client();
      },
      waitUntilReady: ({ ms, until }) => this.waitUntilAvailable(ms, until),
      onReady: (listener) => this.onLive(listener),
      // The connections belong to the pool.
      close: () => undefined,
    };
  }

  /**
   * Waits until a member is available. Resolves to false after `ms` since none was available, at
   * the time `until`, or immediately if the wait timeout has passed already.
   */
  async waitUntilAvailable(ms?: number, until?: number): Promise<boolean> {
    this.start();
    if (this.available().length > 0) return true;
    return this.waiter.wait((deadline) => this.search(deadline), ms, until);
  }

  /**
   * Calls the listener each time the first member becomes live. Returns a function to remove it.
   */
  onLive(listener: () => void): () => void {
    this.start();
    this.liveListeners.add(listener);
    return () => void this.liveListeners.delete(listener);
  }

  close(): void {
    clearInterval(this.timer);
    for (const member of this.members.values()) member.close();
    this.members.clear();
  }

  /**
   * The members that calls may go to: live ones, else those that answer at all, else those that
   * were not checked yet. If none has answered in time, all may be slow: then the one that has
   * answered last, while it is connected.
   */
  private available(): PoolMember[] {
    const members = [...this.members.values()];
    for (const health of ['live', 'stopping', 'degraded', 'unknown'] as const) {
      const found = members.filter((member) => member.health === health);
      if (found.length > 0) return found;
    }
    const [newest] = members
      .filter(({ isConnected }) => isConnected)
      .sort((a, b) => Number(b.answeredAt ?? 0) - Number(a.answeredAt ?? 0));
    return newest ? [newest] : [];
  }

  /**
   * Whether calls of a member that does not answer can be repeated elsewhere. If most members do
   * not answer, the machine is probably busy, which repetitions would make worse.
   */
  private canMove(member: PoolMember): boolean {
    const others = [...this.members.values()].filter((other) => other !== member && other.isConnected);
    const live = others.filter(({ health }) => health === 'live');
    return live.length > 0 && 2 * live.length >= others.length;
  }

  private async search(deadline: number): Promise<boolean> {
    while (this.available().length === 0) {
      const rest = deadline - Date.now();
      if (rest <= 0) return false;
      await this.nextLive(rest);
    }
    return true;
  }

  /** Resolves when a member becomes live, at most after a time. */
  private async nextLive(timeoutMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        stopListening();
        resolve();
      };
      const timer = setTimeout(done, Math.min(timeoutMs, this.options.checkMs ?? CHECK_MS));
      const stopListening = this.onLive(done);
    });
  }

  private start(): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    const { address } = this;
    if (address.kind === 'list') return this.setMembers(address.addresses);
    const resolve = (): void => void this.resolve(address.host, address.port);
    this.timer = setInterval(resolve, RESOLVE_MS).unref();
    resolve();
  }

  private async resolve(host: string, port: number): Promise<void> {
    const { resolve = resolveName } = this.options;
    try {
      const addresses = await resolve(host);
      this.setMembers(addresses.map((address) => `${isIPv6(address) ? `[${address}]` : address}:${port}`));
      this.resolveError = undefined;
    } catch (error) {
      // The known members remain in use, and their checks decide.
      this.resolveError = error;
    }
  }

  private setMembers(addresses: readonly string[]): void {
    for (const [address, member] of this.members) {
      if (addresses.includes(address)) continue;
      this.members.delete(address);
      member.retire();
    }
    for (const [position, address] of addresses.entries()) {
      if (!this.members.has(address)) this.members.set(address, this.createMember(address, position));
    }
  }

  private createMember(address: string, position: number): PoolMember {
    const { checkMs = CHECK_MS, areWritesRepeated = false, open } = this.options;
    return new PoolMember(address, {
      position,
      checkMs,
      areWritesRepeated,
      open,
      onChange: () => this.noteChange(),
      canMove: (member) => this.canMove(member),
    });
  }

  private noteChange(): void {
    const hasLive = [...this.members.values()].some(({ health }) => health !== 'lost' && health !== 'unknown');
    const isNew = hasLive && !this.hadLive;
    this.hadLive = hasLive;
    if (!isNew) return;
    this.waiter.markReady();
    [...this.liveListeners].forEach((listener) => listener());
  }
}

async function resolveName(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** The error of a call that was not sent, in the words of the library, because it is retried. */
function noMember(cause: unknown): Error {
  const details = 'No connection established: no process is available';
  return Object.assign(new Error(details, { cause }), {
    code: GrpcStatus.UNAVAILABLE,
    details,
    metadata: new Metadata(),
  });
}
