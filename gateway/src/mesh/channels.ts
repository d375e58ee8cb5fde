/** Connections to the services that own operations: one channel per address, opened at start and kept. */
import { Client, credentials } from '@grpc/grpc-js';
import { channelOptions, createRouter, UnavailableError } from '@forgemesh/kit';

/** The channels of the gateway. */
export interface Channels {
  /**
   * Channel to a service; to the shard that serves a storage, where one is known and the service has shards. Throws UnavailableError where
   * no address is configured.
   */
  of(service: string, storage?: string): Client;
  close(): void;
}

/** Opens channels to addresses by service name. */
export function openChannels(addresses: Record<string, string>): Channels {
  const router = createRouter(addresses);
  const clients = new Map(
    Object.entries(addresses).map(([name, address]) => [
      name,
      new Client(address, credentials.createInsecure(), { ...channelOptions, 'grpc.max_send_message_length': -1 }),
    ]),
  );
  return {
    of(service, storage) {
      const client = clients.get(router.keyOf(service, storage));
      if (!client) throw new UnavailableError();
      return client;
    },
    close: () => clients.forEach((client) => client.close()),
  };
}
