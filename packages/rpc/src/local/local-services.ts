/** The services of a process, which call one another without a connection. */
import { UnavailableError } from '@forgemesh/errors';
import type { LocalServer } from './local-server';

interface Entry {
  /** Storages that the service serves; undefined for all. */
  storages: readonly string[] | undefined;
  server: LocalServer | undefined;
  listeners: Set<() => void>;
}

/** The services of a process by name. */
export class LocalServices {
  private readonly entries = new Map<string, Entry>();

  /**
   * Declares a service that the process starts, before it is ready: calls wait for it.
   * @param storages that it serves; empty for all
   */
  declare(service: string, storages: readonly string[] = []): void {
    this.entries.set(service, {
      storages: storages.length > 0 ? storages : undefined,
      server: undefined,
      listeners: new Set(),
    });
  }

  /** Whether calls of a service, concerning a storage if one is named, stay in the process. */
  has(service: string, storage?: string): boolean {
    const entry = this.entries.get(service);
    if (!entry) return false;
    return storage === undefined || entry.storages === undefined || entry.storages.includes(storage);
  }

  /** Registers the server of a service that is ready for calls, or removes it. */
  set(service: string, server: LocalServer | undefined): void {
    const entry = this.entries.get(service);
    if (!entry) throw new Error(`${service} is no service of this process`);
    entry.server = server;
    if (server) entry.listeners.forEach((listener) => listener());
  }

  /** Calls a listener when a service becomes ready; returns a function that removes it. */
  onReady(service: string, listener: () => void): () => void {
    const listeners = this.entries.get(service)?.listeners;
    listeners?.add(listener);
    return () => void listeners?.delete(listener);
  }

  /**
   * Returns the server of a service of this process; waits for one that is starting. Throws
   * UnavailableError if it is not ready in time.
   */
  async find(service: string, until: number): Promise<LocalServer> {
    const server = this.entries.get(service)?.server;
    return server ?? this.wait(service, until);
  }

  private wait(service: string, until: number): Promise<LocalServer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          remove();
          reject(new UnavailableError(undefined, { retryAfter: 1 }));
        },
        Math.max(until - Date.now(), 0),
      );
      const remove = this.onReady(service, () => {
        const server = this.entries.get(service)?.server;
        if (!server) return;
        clearTimeout(timer);
        remove();
        resolve(server);
      });
    });
  }
}
