/** Uploads over HTTP to a process whose disk is full. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Admission } from '@forgemesh/admission';
import { createObjectStore } from '@forgemesh/objects';
import { GATEWAY } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import type { LfsDeps } from './deps';
import { mountLfs } from './mount-lfs';
import { createLfsLinkModel } from './objects/lfs-link.model';
import { createLfsObjectModel } from './objects/lfs-object.model';
import { createPendingUploadModel } from './objects/pending-upload.model';
import { GroupedUploadRecords } from './objects/upload-records';

const PROJECT = 7;
/** What the gateway's signed context states of a developer. */
const context = {
  issuer: GATEWAY,
  user: { id: 1, username: 'ada', name: 'Ada', admin: false, external: false },
  scopes: ['api'],
  tier: 3,
  address: '192.0.2.1',
  access: { id: { id: PROJECT, found: true, level: 30, storage: 'default', full_path: 'group/project', features: {} } },
};

describe('a process whose disk is full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-lfs-'));
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let server: Server;
  let deps: LfsDeps;
  beforeAll(async () => {
    database = await openTestDatabase();
    const { connection } = database;
    const { registry } = createMetrics('test');
    const lfsLinks = createLfsLinkModel(connection);
    const used = {
      log: silentLog,
      verifier: { verify: () => Promise.resolve(context) },
      objects: createObjectStore({
        engine: 'local',
        folder,
        minFreeBytes: Number.MAX_SAFE_INTEGER,
        connection,
        registry,
      }),
      lfsLinks,
      uploadRecords: new GroupedUploadRecords({
        log: silentLog,
        lfsObjects: createLfsObjectModel(connection),
        lfsLinks,
        pendingUploads: createPendingUploadModel(connection),
        measurements: undefined as never,
      }),
      lfsTransfers: new Admission({ running: 4, queue: 4, waitMs: 1_000 }),
      lfsLimits: { maxObjectBytes: 0, bytesPerSecond: 1, idleSeconds: 60, addressSeconds: 0, uploadAddressSeconds: 0 },
      settings: { current: () => ({ repository_size_limit: 0 }) },
      urls: { base: 'https://forge.example.com' },
      checkGitAccess: () => Promise.resolve(undefined),
    };
    deps = used as unknown as LfsDeps;
    const serve = mountLfs(deps);
    server = createServer((request, response) => void serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('refuses uploads with 507, and keeps nothing of them', async () => {
    const content = 'does not fit';
    const oid = createHash('sha256').update(content).digest('hex');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/git/${PROJECT}/project/info/lfs/objects/${oid}`;
    const refused = await fetch(`${url}/${content.length}`, { method: 'PUT', body: content });
    expect([refused.status, refused.headers.get('content-type'), await refused.json()]).toEqual([
      507,
      'application/vnd.git-lfs+json',
      { message: expect.stringContaining('disk'), documentation_url: 'https://forge.example.com/-/docs' },
    ]);
    expect((await fetch(url)).status).toBe(404);
    expect(await deps.lfsLinks.countDocuments({})).toBe(0);
    const incoming = join(folder, '.incoming');
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
  });
});
