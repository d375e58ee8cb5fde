/** Limits of client connections. */
import type { Server, Socket } from 'node:net';

/** Limits of a server's connections; 0 is no limit. */
export interface ConnectionLimits {
  total: number;
  perAddress: number;
  /** Whether many clients share an address, such as that of a trusted proxy. */
  isShared: (address: string) => boolean;
}

/** Counts by address. */
export class AddressCounts {
  private readonly counts = new Map<string, number>();

  of(address: string): number {
    return this.counts.get(address) ?? 0;
  }

  add(address: string): void {
    this.counts.set(address, this.of(address) + 1);
  }

  remove(address: string): void {
    const left = this.of(address) - 1;
    if (left > 0) this.counts.set(address, left);
    else this.counts.delete(address);
  }
}

/** Closes new connections beyond the limits. */
export function limitConnections(server: Server, { total, perAddress, isShared }: ConnectionLimits): void {
  if (total > 0) server.maxConnections = total;
  if (perAddress === 0) return;
  const counts = new AddressCounts();
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isShared(address)) return;
    if (counts.of(address) >= perAddress) return void socket.destroy();
    counts.add(address);
    socket.once('close', () => counts.remove(address));
  });
}
