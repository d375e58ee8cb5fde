import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitConnectionAge } from './connection-age';

let server: Server;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function listen(seconds: number): Promise<void> {
  server = createServer((_, response) => {
    closeIfOld(response);
    response.end('{}');
  });
  const closeIfOld = limitConnectionAge(server, seconds);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Sends a request; returns the header `Connection` of the response, and whether it was new. */
function send(): Promise<{ connection: string | undefined; isNew: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (response) => {
      response.resume().once('end', () => {
        resolve({ connection: response.headers.connection, isNew: !sent.reusedSocket });
      });
    });
    sent.once('error', reject).end();
  });
}

afterEach(() => new Promise((resolve) => server.close(resolve)));
afterAll(() => agent.destroy());

describe('FORGE_MAX_CONNECTION_AGE_SECONDS', () => {
  it('closes a connection after the first response that is due later than its age', async () => {
    await listen(0.5);
    expect(await send()).toEqual({ connection: 'keep-alive', isNew: true });
    let last = await send();
    while (last.connection === 'keep-alive') last = await send();
    expect(last).toEqual({ connection: 'close', isNew: false });
    expect(await send()).toEqual({ connection: 'keep-alive', isNew: true });
  });

  it('keeps all connections if it is 0', async () => {
    await listen(0);
    await send();
    for (let count = 0; count < 50; count++) expect(await send()).toEqual({ connection: 'keep-alive', isNew: false });
  });
});
