/**
 * Shards of a service: replicas that are not alike, as each serves storages of its own.
 *
 * In a map of addresses `repository` leads to any of them, and `repository/<storage>` to the one
 * that serves a storage, or `repository/storage-*` to each that has a number. Where a service has
 * no such entry, all its replicas are alike.
 */
import type { CallContext } from '@forgemesh/telemetry';
import { createAddressMap } from './address-map';
import { UnavailableError } from '@forgemesh/errors';

/** The storage that is meant where none is named. */
export const DEFAULT_STORAGE = 'default';

/** Finds the entry of a map of addresses under which a call is answered. */
export interface Router {
  /** Whether it matters which replica of a service is called. */
  isSharded(deployable: string): boolean;
  /**
   * Key of the replica that serves a storage, or of any where no storage is known. Throws
   * UnavailableError for a storage that nobody serves.
   */
  keyOf(deployable: string, storage?: string): string;
  /** Address of such an entry. Throws UnavailableError where there is none. */
  addressOf(key: string): string;
  /**
   * Names of the services at that address: on a secondary, geo also serves operations of other
   * services.
   */
  namesAt(key: string): ReadonlySet<string>;
}

/** Makes the router of a map of addresses. */
export function createRouter(addresses: Readonly<Record<string, string>>): Router {
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
    namesAt(key) {
      const address = map.get(key);
      const keys = Object.entries(addresses).filter(([, other]) => other === address);
      return new Set([key, ...keys.map(([other]) => other)].map(deployableOf));
    },
  };
}

/** Whether a key leads to a replica for which no other one can answer. */
export function isStorageKey(key: string): boolean {
  return key.includes('/');
}

/** Name of the service behind a key of a map of addresses. */
export function deployableOf(key: string): string {
  return key.split('/')[0] as string;
}

/**
 * Storage of the first project that a request was authorized for; undefined where it names none.
 */
export function grantedStorage(access: CallContext['access']): string | undefined {
  for (const { storage } of Object.values(access)) if (storage) return storage;
  return undefined;
}

/** Storage that a request names; undefined for messages that have no such field. */
export function storageOfRequest(request: object): string | undefined {
  const { storage } = request as { storage?: unknown };
  return typeof storage === 'string' ? storage : undefined;
}
