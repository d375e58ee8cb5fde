import { PassThrough } from 'node:stream';
import type { FromTransport, GitClient, TransportLimits, TransportUsage } from '@forgemesh/git-engine';
import { silentLog } from '@forgemesh/testing/runtime';
import { noPacks } from '#refs/packs/repository-packs';
import type { TransportDeps } from './deps';
import { TransportHost } from './transport-host';

it('counts the clones and shows the usage that the transport reports', async () => {
  const stream = new PassThrough();
  const ended = new Promise<null>((resolve) => stream.once('close', () => resolve(null)));
  const git = { serveTransport: () => ({ stream, result: ended }) } as unknown as GitClient;
  const host = new TransportHost({
    git,
    scratchFolder: '/nowhere',
    limits: {} as TransportLimits,
    log: silentLog,
    waitTimeoutMs: 1_000,
  });
  const cloned: string[] = [];
  const maintenance = { noteClone: (repo: string) => cloned.push(repo) };
  host.start({ maintenance, refs: { packs: noPacks } } as unknown as TransportDeps);
  const counts = { running: 1, waiting: 2, refused: 3 };
  const usage: TransportUsage = {
    slots: { advertise: counts, upload: counts, receive: counts },
    transfers: counts,
    spool_bytes: 6,
    slow_clients: 7,
    pack_cache: { hits: 1, misses: 2, bytes: 3 },
    clone_bundles: { downloads: 4, bytes: 5 },
  };
  const messages: FromTransport[] = [
    { kind: 'cloned', repo: '/a.git' },
    { kind: 'cloned', repo: '/b.git' },
    { kind: 'usage', usage },
    { kind: 'listening', port: 7 },
  ];
  for (const message of messages) stream.write(`${JSON.stringify(message)}\n`);
  expect(await host.address()).toMatchObject({ port: 7 });
  expect([cloned, host.usage]).toEqual([['/a.git', '/b.git'], usage]);
  host.close();
  stream.destroy();
  await ended;
});
