/** Connections to the services that own operations: one channel per address, opened at start and kept. */
import { Client, credentials } from '@grpc/grpc-js';
import { channelOptions, UnavailableError } from '@forgemesh/kit';

/** The channels of the gateway. */
export interface Channels {
  /**
   * Channel to a service. Where a project's storage is known and the service has an address for it (`repository/<storage>`), the channel
   * to that shard. Throws UnavailableError where no address is configured.
   */
  of(service: string, storage?: string): Client;
  close(): void;
}

/** Opens channels to addresses by service name. */
export function openChannels(addresses: Record<string, string>): Channels {
  const clients = new Map(
    Object.entries(addresses).map(([name, address]) => [
      name,
      new Client(address, credentials.createInsecure(), { ...channelOptions, 'grpc.max_send_message_length': -1 }),
    ]),
  );
  return {
    of(service, storage) {
      const client = (storage && clients.get(`${service}/${storage}`)) || clients.get(service);
      if (!client) throw new UnavailableError();
      return client;
    },
    close: () => clients.forEach((client) => client.close()),
  };
}

/** Name of the service behind an address key: shards of one service differ in what follows the slash. */
export function serviceOf(addressKey: string): string {
  return addressKey.split('/')[0] as string;
}
