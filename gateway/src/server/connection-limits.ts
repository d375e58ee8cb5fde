/** Limits of client connections. */
import type { Server, Socket } from 'node:net';
import type { ClientNetwork } from '@forgemesh/http';
import type { LimitedNetworks } from '../rate-limit/limited-networks';

/** Limits of a server's connections; 0 is no limit. */
export interface ConnectionLimits {
  total: number;
  /** Maximum number for one client; networks have a multiple of it, at most half of the total. */
  perAddress: number;
  /** Returns none for an address without a limit, such as that of a trusted proxy. */
  networksOf: LimitedNetworks;
}

/** Counts of what clients hold, by network. */
export class NetworkCounts {
  private readonly counts = new Map<string, number>();

  /** A limit of 0 is none. */
  constructor(private readonly limits: Pick<ConnectionLimits, 'total' | 'perAddress'>) {}

  /** Counts one more in all networks of a client; false, without counting, at a limit. */
  tryAdd(networks: readonly ClientNetwork[]): boolean {
    if (networks.some((network) => this.of(network.name) >= this.maxOf(network))) return false;
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

  private maxOf({ factor }: ClientNetwork): number {
    const { total, perAddress } = this.limits;
    const share = total > 0 ? Math.ceil(total / 2) : Infinity;
    return perAddress > 0 ? Math.min(perAddress * factor, share) : Infinity;
  }

  private of(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}

/** Closes new connections beyond the limits. */
export function limitConnections(server: Server, { total, perAddress, networksOf }: ConnectionLimits): void {
  const counts = new NetworkCounts({ total, perAddress });
  let open = 0;
  server.prependListener('connection', (socket: Socket) => {
    const networks = networksOf(socket.remoteAddress ?? '');
    if ((total > 0 && open >= total) || !counts.tryAdd(networks)) return void socket.destroy();
    open++;
    socket.once('close', () => {
      open--;
      counts.remove(networks);
    });
  });
}
