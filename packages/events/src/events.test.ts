import { connect, createServer, type AddressInfo } from 'node:net';
import { waitFor } from '@forgemesh/testing';
import { readVariable, openTestBus } from '@forgemesh/testing/runtime';

/**
 * A relay to NATS that can fall silent: its connections stay open, like those of a server that
 * hangs.
 */
async function openRelay(): Promise<{ url: string; fallSilent(): void; close(): void }> {
  const { hostname, port, username, password } = new URL(readVariable('FORGE_TEST_NATS_URL'));
  let isSilent = false;
  const server = createServer((client) => {
    const nats = connect(Number(port), hostname);
    client.on('data', (bytes) => !isSilent && nats.write(bytes)).on('error', () => nats.destroy());
    nats.on('data', (bytes) => !isSilent && client.write(bytes)).on('error', () => client.destroy());
    client.on('close', () => nats.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `nats://${username}:${password}@127.0.0.1:${own}`,
    fallSilent: () => (isSilent = true),
    close: () => server.close(),
  };
}

describe('an event bus', () => {
  it('closes even while NATS hangs', async () => {
    const relay = await openRelay();
    const { bus } = openTestBus(relay.url);
    await waitFor(async () => bus.isConnected(), Boolean);
    relay.fallSilent();
    await bus.close();
    await expect(bus.publish({ id: '1', type: 'a.b.c' } as never)).rejects.toThrow();
    relay.close();
  });
});
