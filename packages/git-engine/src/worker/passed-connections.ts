/** Connections of clients that the service passes to its worker, which writes to them. */
import type { Socket } from 'node:net';

export class PassedConnections {
  private readonly waiting = new Map<string, (connection: Socket | undefined) => void>();

  /** Waits for a connection by name; undefined if there is none, or the signal is aborted. */
  async wait(name: string, signal: AbortSignal): Promise<Socket | undefined> {
    if (signal.aborted) return undefined;
    const stop = (): void => this.deliver(name, undefined);
    signal.addEventListener('abort', stop);
    try {
      return await new Promise((resolve) => this.waiting.set(name, resolve));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Gives a connection to the call that waits for it, and closes it here if there is none. */
  deliver(name: string, connection: Socket | undefined): void {
    // The service reads from it.
    connection?.pause();
    const resolve = this.waiting.get(name);
    this.waiting.delete(name);
    if (resolve) resolve(connection);
    else connection?.destroy();
  }
}
