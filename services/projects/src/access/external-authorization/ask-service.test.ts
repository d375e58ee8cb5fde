import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createCertificate } from '@forgemesh/testing/certificates';
import { askService } from './ask-service';

const question = { user_identifier: 'ada@example.com', project_classification_label: 'label', identities: [] };

describe('askService', () => {
  let server: Server;
  let client: { cert: string; key: string };
  let trusted: string;
  beforeAll(async () => {
    const own = await createCertificate('localhost');
    client = await createCertificate('client');
    trusted = own.cert;
    server = createServer({ ...own, ca: client.cert, requestCert: true, rejectUnauthorized: false }, (request, reply) =>
      reply.writeHead((request.socket as TLSSocket).authorized ? 200 : 403).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('authenticates with its certificate, and verifies that of the service', async () => {
    const service = {
      url: `https://localhost:${(server.address() as AddressInfo).port}/`,
      timeoutMs: 5_000,
      certificate: undefined,
      policy: { allowLocal: true, allowList: [] },
    };
    await expect(askService(service, question)).rejects.toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/),
    });
    const certificate = { ...client, ca: trusted };
    expect(await askService({ ...service, certificate }, question)).toEqual({ isAllowed: true, reason: '' });
    const anonymous = { cert: undefined, key: undefined, ca: trusted } as unknown as typeof client;
    expect(await askService({ ...service, certificate: anonymous }, question)).toMatchObject({ isAllowed: false });
  });

  it('fails with a certificate that cannot be used', async () => {
    const service = {
      url: `https://localhost:${(server.address() as AddressInfo).port}/`,
      timeoutMs: 5_000,
      certificate: { cert: 'none', key: 'none' },
      policy: { allowLocal: true, allowList: [] },
    };
    await expect(askService(service, question)).rejects.toThrow();
  });
});
