/**
 * Routing to the shards of a service: replicas that each serve their own storages.
 *
 * In an address map, `repository` is the address of any replica, `repository/<storage>` that of the
 * one that serves a storage, and `repository/storage-*` those of all numbered storages. Without
 * such entries, all replicas of a service are equal. An address may be that of a pool
 * (`pool/pool-address.ts`): then any of its processes serves each call.
 */
import type { CallContext } from '@forgemesh/telemetry';
import { createAddressMap } from './address-map';
import { UnavailableError } from '@forgemesh/errors';

/** The storage that is used if none is named. */
export const DEFAULT_STORAGE = 'default';

/** Finds the entry of an address map for a call. */
export interface StorageRouter {
  /** Whether a service has shards. */
  isSharded(deployable: string): boolean;
  /**
   * Returns the key of the replica that serves a storage, or of any replica without a storage.
   * Throws UnavailableError for a storage that is not configured.
   */
  keyOf(deployable: string, storage?: string): string;
  /** Returns the address of a key. Throws UnavailableError if it is not configured. */
  addressOf(key: string): string;
  /** Returns the address of a key; undefined if it is not configured. */
  findAddress(key: string): string | undefined;
  /**
   * Returns the names of the services at an address: on a secondary, geo also serves operations of
   * other services.
   */
  namesAt(key: string): ReadonlySet<string>;
}

/** Creates the router of an address map. */
export function createStorageRouter(addresses: Readonly<Record<string, string>>): StorageRouter {
  const map = createAddressMap(addresses);
  const sharded = new Set(Object.keys(addresses).filter(isStorageKey).map(deployableOf));
  return {
    isSharded: (deployable) => sharded.has(deployable),
    keyOf(deployable, storage) {
      if (storage === undefined || !sharded.has(deployable)) return deployable;
      const key = `${deployable}/${storage || DEFAULT_STORAGE}`;
      if (map.find(key) !== undefined) return key;
      throw new UnavailableError(`The storage ${storage || DEFAULT_STORAGE} is not configured`);
    },
    addressOf: (key) => map.get(key),
    findAddress: (key) => map.find(key),
    namesAt(key) {
      const address = map.get(key);
      const keys = Object.entries(addresses).filter(([, other]) => other === address);
      return new Set([key, ...keys.map(([other]) => other)].map(deployableOf));
    },
  };
}

/** Whether a key belongs to a shard, which no other replica can replace. */
export function isStorageKey(key: string): boolean {
  return key.includes('/');
}

/** Returns the service name in a key of an address map. */
export function deployableOf(key: string): string {
  return key.split('/')[0] as string;
}

/**
 * Returns the storage of the first project that a request was authorized for; undefined if it names
 * none.
 */
export function grantedStorage(access: CallContext['access']): string | undefined {
  for (const { storage } of Object.values(access)) if (storage) return storage;
  return undefined;
}

/**
 * Returns the id of the first project that a request was authorized for; undefined if it names
 * none.
 */
export function grantedProject(access: CallContext['access']): number | undefined {
  for (const { storage, id } of Object.values(access)) if (storage) return id;
  return undefined;
}

/**
 * Returns the id of the project whose repository an internal request concerns first; undefined for
 * messages without one. It only chooses the process that probably has the repository at hand.
 */
export function projectOfRequest(request: object): number | undefined {
  const { project_id: id, target, source } = request as Record<'project_id' | 'target' | 'source', unknown>;
  if (typeof id === 'number' && id > 0) return id;
  const side = target ?? source;
  return typeof side === 'object' && side !== null ? projectOfRequest(side) : undefined;
}

/** Returns the storage that a request names; undefined for messages without such a field. */
export function storageOfRequest(request: object): string | undefined {
  const { storage } = request as { storage?: unknown };
  return typeof storage === 'string' ? storage : undefined;
}
