/** Limits of client connections. */
import type { Server, Socket } from 'node:net';
import type { ClientNetwork } from '@forgemesh/web';
import type { LimitedNetworks } from '../rate-limit/limited-networks';

/** Limits of a server's connections; 0 is no limit. */
export interface ConnectionLimits {
  total: number;
  /** Maximum number for one client; networks have a multiple of it. */
  perAddress: number;
  /** Returns none for an address without a limit, such as that of a trusted proxy. */
  networksOf: LimitedNetworks;
}

/** Counts of what clients hold, by network. */
export class NetworkCounts {
  private readonly counts = new Map<string, number>();

  /** @param max maximum count of one client */
  constructor(private readonly max: number) {}

  /** Counts one more in all networks of a client; false, without counting, at a limit. */
  tryAdd(networks: readonly ClientNetwork[]): boolean {
    if (networks.some(({ name, factor }) => this.of(name) >= this.max * factor)) return false;
    for (const { name } of networks) this.counts.set(name, this.of(name) + 1);
    return true;
  }

  /** Counts one less. */
  remove(networks: readonly ClientNetwork[]): void {
    for (const { name } of networks) {
      const left = this.of(name) - 1;
      if (left > 0) this.counts.set(name, left);
      else this.counts.delete(name);
    }
  }

  private of(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}

/** Closes new connections beyond the limits. */
export function limitConnections(server: Server, { total, perAddress, networksOf }: ConnectionLimits): void {
  if (total > 0) server.maxConnections = total;
  if (perAddress === 0) return;
  const counts = new NetworkCounts(perAddress);
  server.prependListener('connection', (socket: Socket) => {
    const networks = networksOf(socket.remoteAddress ?? '');
    if (!counts.tryAdd(networks)) return void socket.destroy();
    socket.once('close', () => counts.remove(networks));
  });
}
