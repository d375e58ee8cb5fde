/** The processes that git requests of a project can go to. */
import { ReadyWaiter, type AddressMap, type MemberPool, type PoolMember, type PoolRoute } from '@forgemesh/rpc';

/** The repository that a request concerns. */
export interface GitTarget {
  storage: string;
  /** Id of the project, whose requests prefer one process. */
  projectId: number;
  /** Whether the request only reads. */
  isRead: boolean;
}

/** A process that serves the repository. */
export interface GitProcess {
  /** URL of its git transport, without a path. */
  url: string;
  /** Counts a request; call the returned function at its end. */
  begin(): () => void;
  /** Calls a listener if the process no longer responds while another one can take its requests. */
  onLoss(listener: () => void): () => void;
  /** Reports that it has refused or lost a connection. */
  refused(): void;
}

/** The processes for one request, in the order of its attempts. */
export interface GitRoute {
  /** Returns the process of the next attempt; undefined if none is available. */
  next(): GitProcess | undefined;
  /** Whether there is a process that was not tried yet. */
  hasUntried(): boolean;
  /**
   * Waits for a process by `search`, which gives up at the deadline that it receives. Resolves to
   * whether one was found.
   */
  wait(search: (deadline: number) => Promise<boolean>): Promise<boolean>;
  /** Reports that a process was found. */
  markReady(): void;
}

/** Where the processes are. */
export interface GitRoutesOptions {
  /** URLs of the storages. */
  addresses: AddressMap;
  /** Returns the processes of which any serves a storage; undefined if a single one does. */
  poolOf(storage: string): MemberPool | undefined;
  /** How long requests wait for an unavailable storage, in milliseconds. */
  waitTimeoutMs: number;
}

/** Creates the function that finds the processes of a request. */
export function createGitRoutes({ addresses, poolOf, waitTimeoutMs }: GitRoutesOptions): (to: GitTarget) => GitRoute {
  const waiters = new Map<string, ReadyWaiter>();
  const waiterOf = (address: string): ReadyWaiter => {
    let waiter = waiters.get(address);
    if (!waiter) waiters.set(address, (waiter = new ReadyWaiter(waitTimeoutMs)));
    return waiter;
  };
  return ({ storage, projectId, isRead }) => {
    const address = addresses.get(storage);
    const waiter = waiterOf(address);
    const waiting = {
      wait: (search: (deadline: number) => Promise<boolean>) => waiter.wait(search),
      markReady: () => waiter.markReady(),
    };
    const pool = poolOf(storage);
    const processes = pool ? membersOf(pool, address, { key: String(projectId), isRead }) : singleProcess(address);
    return { ...processes, ...waiting };
  };
}

function singleProcess(url: string): Pick<GitRoute, 'next' | 'hasUntried'> {
  const nothing = (): void => undefined;
  const only = { url, begin: () => nothing, onLoss: () => nothing, refused: nothing };
  return { next: () => only, hasUntried: () => false };
}

function membersOf(pool: MemberPool, address: string, route: PoolRoute): Pick<GitRoute, 'next' | 'hasUntried'> {
  const tried = new Set<PoolMember>();
  const untried = (): PoolMember | undefined => {
    const member = pool.choose(route, tried);
    return member && !tried.has(member) ? member : undefined;
  };
  return {
    hasUntried: () => untried() !== undefined,
    next() {
      const member = untried() ?? pool.choose(route);
      if (!member) return undefined;
      tried.add(member);
      return {
        url: urlOf(member, address),
        begin: () => member.begin(),
        onLoss: (listener) => member.onLoss(listener),
        refused: () => member.suspect(),
      };
    },
  };
}

/**
 * URL of a member: that at its position in the list, or the only one with the host of the member.
 */
function urlOf(member: PoolMember, address: string): string {
  const urls = address.split(',');
  const url = urls[urls.length > 1 ? member.position : 0];
  if (url === undefined) throw new Error(`${address} has no URL for ${member.address}`);
  if (urls.length > 1) return url;
  const own = new URL(url);
  own.hostname = member.address.slice(0, member.address.lastIndexOf(':'));
  return own.origin;
}
