import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, credentials, Server, status, type ChannelCredentials } from '@grpc/grpc-js';
import { DescriptorServiceDefinition } from '@forgemesh/proto/api/v1/descriptors';
import { createCaller, createSigner, createVerifier, startGrpcServer, type GrpcServer } from '@forgemesh/rpc';
import { portOf, startHttpServer } from '@forgemesh/service';
import { createMetrics } from '@forgemesh/telemetry';
import { waitFor } from '@forgemesh/testing';
import { makeCertificate, makeCertificates, tlsFiles } from '@forgemesh/testing/certificates';
import { silentLog } from '@forgemesh/testing/runtime';
import { configuredTls, ProcessTls } from './tls';

const CHECK_INTERVAL_MS = 20;
const root = join(__dirname, '../../..');

describe('TLS between processes', () => {
  let folder: string;
  const tlsOf = (name: string, from = folder): ProcessTls =>
    new ProcessTls(tlsFiles(from, name, folder), CHECK_INTERVAL_MS);

  beforeAll(async () => {
    folder = await makeCertificates(mkdtempSync(join(tmpdir(), 'forge-tls-')), 'gateway', 'things', 'geo');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  describe('of gRPC', () => {
    let server: GrpcServer;
    const clients: { close(): void }[] = [];

    beforeAll(async () => {
      server = await startGrpcServer({
        service: 'things',
        host: '127.0.0.1',
        port: 0,
        descriptors: buildDescriptors(),
        revision: 'abcdef',
        operations: [],
        deps: {},
        verifier: createVerifier(folder),
        tls: tlsOf('things'),
        log: silentLog,
        metrics: createMetrics('things'),
      });
    });
    afterAll(async () => {
      clients.forEach((client) => client.close());
      await server.stop(1_000);
    });

    /** Calls on behalf of a process, over a connection of the same or another one. */
    const call = (issuer: string, tls: ProcessTls | undefined, service = 'things') => {
      const caller = createCaller({
        addresses: { [service]: `127.0.0.1:${server.port}` },
        signer: createSigner(issuer, join(folder, `${issuer}.pem`)),
        metrics: createMetrics('test'),
        tls,
        timeoutMs: 700,
      });
      clients.push(caller);
      return caller.client(DescriptorServiceDefinition, service).getDescriptors({});
    };

    it('accepts a process with a certificate', async () => {
      await expect(call('gateway', tlsOf('gateway'))).resolves.toMatchObject({ service: 'things' });
    });

    it('refuses a context that a different process than the connected one has signed', async () => {
      await expect(call('gateway', tlsOf('geo'))).rejects.toMatchObject({ reason: 'forbidden' });
    });

    it('refuses connections without TLS, without a certificate, and with one that is not trusted', async () => {
      const stranger = await makeCertificates(mkdtempSync(join(tmpdir(), 'forge-tls-')), 'gateway');
      await expect(call('gateway', undefined)).rejects.toMatchObject({ reason: 'unavailable' });
      const unnamed = credentials.createSsl(tlsOf('geo').trustedFor('things'), null, null, anyHost);
      await expect(isReady(server.port, unnamed)).resolves.toBe(false);
      await expect(call('gateway', tlsOf('gateway', stranger))).rejects.toMatchObject({ reason: 'unavailable' });
      rmSync(stranger, { recursive: true });
    });

    it('refuses a certificate for a process that is signed with the key of another one', async () => {
      const forged = mkdtempSync(join(tmpdir(), 'forge-tls-'));
      await makeCertificate(join(forged, 'gateway'), 'gateway', { signer: { folder, name: 'geo' } });
      await expect(call('gateway', tlsOf('gateway', forged))).rejects.toMatchObject({ reason: 'unavailable' });
      rmSync(forged, { recursive: true });
    });

    it('refuses a server that is not the called process', async () => {
      await expect(call('gateway', tlsOf('gateway'), 'geo')).rejects.toMatchObject({ reason: 'unavailable' });
    });
  });

  describe('of HTTP', () => {
    it('serves probes to anyone, and everything else only to processes', async () => {
      const server = await startHttpServer('127.0.0.1', 0, {
        readiness: () => ({ ready: true }),
        mount: (_request, response) => Boolean(response.end('mounted')),
        tls: tlsOf('things'),
      });
      const port = portOf(server);
      const fetch = (path: string, tls?: ProcessTls): Promise<{ status: number; body: string }> =>
        new Promise((resolve, reject) => {
          const outgoing = tls
            ? httpsRequest({ path, createConnection: () => tls.connect({ host: '127.0.0.1', port }, 'things') })
            : httpsRequest({ path, port, agent: false, rejectUnauthorized: false });
          outgoing.on('error', reject).on('response', (response) => {
            let body = '';
            response.on('data', (chunk: Buffer) => (body += chunk.toString()));
            response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
          });
          outgoing.end();
        });
      await expect(fetch('/-/readiness')).resolves.toEqual({ status: 200, body: '{"ready":true}' });
      await expect(fetch('/git')).resolves.toMatchObject({ status: 403 });
      await expect(fetch('/git', tlsOf('gateway'))).resolves.toEqual({ status: 200, body: 'mounted' });
      const plain = new Promise((resolve, reject) =>
        httpRequest({ port, path: '/git', agent: false }, resolve).on('error', reject).end(),
      );
      await expect(plain).rejects.toThrow();
      server.close();
      server.closeAllConnections();
    });
  });

  it('rotates its certificate without a restart while both are trusted', async () => {
    const own = await makeCertificates(mkdtempSync(join(tmpdir(), 'forge-tls-')), 'gateway', 'things');
    const next = await makeCertificates(join(own, 'next'), 'gateway');
    const server = new Server();
    const things = new ProcessTls(tlsFiles(own, 'things'), CHECK_INTERVAL_MS);
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', things.serverCredentials(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    const gateway = new ProcessTls(tlsFiles(own, 'gateway'), CHECK_INTERVAL_MS);
    const stolen = new ProcessTls(tlsFiles(copyOf(own), 'gateway', own), CHECK_INTERVAL_MS);
    const connects = (tls: ProcessTls) => isReady(port, tls.channelCredentials(new Set(['things'])));
    await expect(connects(gateway)).resolves.toBe(true);

    // Trusted before it is used.
    copyFileSync(join(next, 'gateway.crt'), join(own, 'gateway.next.crt'));
    const early = new ProcessTls(tlsFiles(next, 'gateway', own), CHECK_INTERVAL_MS);
    await waitFor(() => connects(early), Boolean);
    await expect(connects(gateway)).resolves.toBe(true);

    // The certificate is replaced before its key: until both are replaced, the old pair is used.
    copyFileSync(join(own, 'gateway.crt'), join(own, 'gateway.previous.crt'));
    copyFileSync(join(next, 'gateway.crt'), join(own, 'gateway.crt'));
    await expect(connects(gateway)).resolves.toBe(true);
    copyFileSync(join(next, 'gateway.pem'), join(own, 'gateway.pem'));
    await expect(connects(gateway)).resolves.toBe(true);

    rmSync(join(own, 'gateway.previous.crt'));
    await waitFor(async () => !(await connects(stolen)), Boolean);
    await expect(connects(gateway)).resolves.toBe(true);
    server.forceShutdown();
    rmSync(own, { recursive: true });
  });

  it('needs all of its variables, and a key that belongs to the certificate', () => {
    const { certificate, key, trusted } = tlsFiles(folder, 'gateway');
    const variables = { FORGE_TLS_CERTIFICATE: certificate, FORGE_TLS_KEY: key, FORGE_TLS_TRUSTED: trusted };
    expect(configuredTls({ FORGE_TLS_CERTIFICATE: '', FORGE_TLS_KEY: '', FORGE_TLS_TRUSTED: '' })).toBeUndefined();
    expect(configuredTls(variables)).toBeInstanceOf(ProcessTls);
    expect(() => configuredTls({ ...variables, FORGE_TLS_TRUSTED: '' })).toThrow('set together');
    expect(() => configuredTls({ ...variables, FORGE_TLS_KEY: join(folder, 'geo.pem') })).toThrow('is not the key of');
  });
});

/** A service without operations of its own. */
function buildDescriptors(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forge-proto-'));
  const set = join(folder, 'things.binpb');
  cpSync(join(root, 'proto/forgemesh/api'), join(folder, 'forgemesh/api'), { recursive: true });
  execFileSync(join(root, 'node_modules/.bin/buf'), ['build', '.', '--as-file-descriptor-set', '-o', set], {
    cwd: folder,
  });
  return set;
}

function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'forge-tls-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

const anyHost = { checkServerIdentity: () => undefined };

function isReady(port: number, shown: ChannelCredentials): Promise<boolean> {
  const client = new Client(`127.0.0.1:${port}`, shown, { 'grpc.use_local_subchannel_pool': 1 });
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      '/nothing/Here',
      (value: Buffer) => value,
      (value: Buffer) => value,
      Buffer.alloc(0),
      { deadline: Date.now() + 1_000 },
      (error) => {
        client.close();
        resolve(error?.code === status.UNIMPLEMENTED);
      },
    );
  });
}
