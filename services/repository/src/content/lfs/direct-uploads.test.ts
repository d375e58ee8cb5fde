/** Uploads to an object store that takes them from clients; its contents are in memory here. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Admission } from '@forgemesh/admission';
import { createObjectStore, objectKey, type DirectUploads, type ObjectStore } from '@forgemesh/objects';
import { GATEWAY } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import type { LfsDeps } from './deps';
import { createLfsLinkModel } from './objects/lfs-link.model';
import { createLfsObjectModel } from './objects/lfs-object.model';
import { createPendingUploadModel } from './objects/pending-upload.model';
import { pendingBytes } from './objects/pending-uploads';
import { GroupedUploadRecords } from './objects/upload-records';
import { handleLfs } from './protocol/handle-lfs';

const [PROJECT, OTHER] = [7, 8];
const SECONDS = 300;
/** Larger objects are not taken from clients. */
const MAX_DIRECT_BYTES = 50_000;

interface TestObject {
  oid: string;
  size: number;
  content: Buffer;
}

interface Action {
  href: string;
  header?: Record<string, string>;
  expires_in?: number;
}

interface Answer {
  status: number;
  body: { message?: string; objects: { oid: string; actions?: Record<'upload' | 'verify', Action> }[] };
}

function newObject(size = 1_000): TestObject {
  const content = randomBytes(size);
  return { content, oid: createHash('sha256').update(content).digest('hex'), size };
}

describe('an upload to the object store itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-lfs-'));
  /** Contents that clients have sent, by the id of the upload. */
  const sent = new Map<string, Buffer>();
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let objects: ObjectStore;
  let deps: LfsDeps;
  /** Bytes. */
  let sizeLimit = 0;
  /** Whether the connection to the store is lost when contents are to be discarded. */
  let isLost = false;

  const direct: DirectUploads = {
    address: ({ id, size }) =>
      Promise.resolve(
        size > MAX_DIRECT_BYTES ? null : { href: `https://bucket.example.com/${id}`, header: { a: 'b' } },
      ),
    async complete({ id, ...expected }, key) {
      const content = sent.get(id);
      if (content) await objects.put(key, Readable.from([content]), expected);
      return content !== undefined;
    },
    discard({ id }) {
      if (isLost) return Promise.reject(new Error('lost'));
      sent.delete(id);
      return Promise.resolve();
    },
  };

  beforeAll(async () => {
    database = await openTestDatabase();
    const { connection } = database;
    const { registry } = createMetrics('test');
    objects = createObjectStore({ engine: 'local', folder, minFreeBytes: 0, connection, registry });
    const lfsLinks = createLfsLinkModel(connection);
    const measurements = {
      model: { findOne: () => ({ lean: () => Promise.resolve(null) }), bulkWrite: () => Promise.resolve({}) },
    };
    const used = {
      log: silentLog,
      objects: { ...objects, direct },
      lfsLinks,
      uploadRecords: new GroupedUploadRecords({
        log: silentLog,
        lfsObjects: createLfsObjectModel(connection),
        lfsLinks,
        pendingUploads: createPendingUploadModel(connection),
        measurements: measurements as never,
      }),
      lfsTransfers: new Admission({ running: 4, queue: 4, waitMs: 1_000 }),
      lfsLimits: {
        maxObjectBytes: 100_000,
        bytesPerSecond: 1,
        idleSeconds: 60,
        addressSeconds: 0,
        uploadAddressSeconds: SECONDS,
      },
      measurements,
      settings: { current: () => ({ repository_size_limit: sizeLimit / 1024 ** 2 }) },
      urls: { base: 'https://forge.example.com' },
      checkGitAccess: (context: { access: { id: { level: number } } }, { isPush }: { isPush: boolean }) =>
        Promise.resolve(
          isPush && context.access.id.level < 30 ? { status: 403, text: 'You are not allowed.' } : undefined,
        ),
    };
    deps = used as unknown as LfsDeps;
  });
  afterAll(async () => {
    await deps.uploadRecords.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    sizeLimit = 0;
    isLost = false;
  });

  /** Sends a request as a member of a project. */
  async function post(suffix: string, body: object, { project = PROJECT, level = 30, authorization = 'Basic x' } = {}) {
    const access = { id: project, found: true, level, storage: 'default', full_path: 'group/project', features: {} };
    const context = {
      issuer: GATEWAY,
      user: { id: 1, username: 'ada', name: 'Ada', admin: false, external: false },
      scopes: ['api'],
      tier: 3,
      address: '192.0.2.1',
      access: { id: access },
    };
    const { status, content } = await handleLfs(deps, {
      method: 'POST',
      path: `/git/${project}/project/info/lfs/objects/${suffix}`,
      headers: authorization === '' ? {} : { 'forge-lfs-authorization': authorization },
      context: context as never,
      body: Readable.from([Buffer.from(JSON.stringify(body))]),
      signal: new AbortController().signal,
    });
    return { status, body: JSON.parse((content as Buffer).toString()) } as Answer;
  }

  const batch = (some: readonly TestObject[], caller = {}): Promise<Answer> =>
    post('batch', { operation: 'upload', objects: some.map(({ oid, size }) => ({ oid, size })) }, caller);
  const verify = ({ oid, size }: TestObject, caller = {}): Promise<Answer> => post('verify', { oid, size }, caller);
  const idOf = ({ oid, size }: TestObject, project = PROJECT): string => `${project}-${oid}-${size}`;
  const exists = async ({ oid }: TestObject): Promise<boolean> => (await objects.stat(objectKey('lfs', oid))) !== null;
  const pending = (project = PROJECT): Promise<number> => pendingBytes(deps.uploadRecords.pending, project, []);

  it('is offered for objects that the store takes, with a request that confirms it', async () => {
    const [object, large, tooLarge] = [newObject(), newObject(MAX_DIRECT_BYTES + 1), newObject(100_001)];
    const { status, body } = await batch([object, large, tooLarge]);
    expect([status, body.objects.map(({ actions }) => actions)]).toEqual([
      200,
      [
        {
          upload: { href: `https://bucket.example.com/${idOf(object)}`, header: { a: 'b' }, expires_in: SECONDS },
          verify: {
            href: 'https://forge.example.com/group/project.git/info/lfs/objects/verify',
            header: { Authorization: 'Basic x' },
          },
        },
        { upload: expect.objectContaining({ href: expect.stringMatching(/^https:\/\/forge\.example\.com\//) }) },
        undefined,
      ],
    ]);
    expect(await pending()).toBe(object.size);
    // Over SSH alone, the client cannot confirm an upload.
    const [overSsh] = (await batch([newObject()], { authorization: '' })).body.objects;
    expect(Object.keys(overSsh?.actions ?? {})).toEqual(['upload']);
    expect(overSsh?.actions?.upload.href).toContain('forge.example.com');
  });

  it('becomes an object of the project when it is confirmed, however often', async () => {
    const object = newObject();
    await batch([object]);
    expect([(await verify(object)).status, await exists(object)]).toEqual([404, false]);
    sent.set(idOf(object), object.content);
    expect((await verify(object, { level: 20 })).status).toBe(403);
    expect((await verify(object, { project: OTHER })).status).toBe(404);
    expect((await verify({ ...object, size: 5 })).status).toBe(404);
    const before = await pending();
    expect([(await verify(object)).status, (await verify(object)).status, await exists(object)]).toEqual([
      200,
      200,
      true,
    ]);
    expect([sent.has(idOf(object)), before - (await pending())]).toEqual([false, object.size]);
    expect((await batch([object])).body.objects).toEqual([{ oid: object.oid, size: object.size }]);
    // Another project has to send the content, too.
    await batch([object], { project: OTHER });
    expect((await verify(object, { project: OTHER })).status).toBe(404);
    sent.set(idOf(object, OTHER), object.content);
    expect((await verify(object, { project: OTHER })).status).toBe(200);
  });

  it('is refused and discarded if its content differs, and can be repeated', async () => {
    const object = newObject();
    await batch([object]);
    sent.set(idOf(object), randomBytes(object.size));
    const { status, body } = await verify(object);
    expect([status, body.message]).toEqual([422, 'The digest of the content differs from that of the object.']);
    expect([sent.has(idOf(object)), await exists(object)]).toEqual([false, false]);
    expect((await verify(object)).status).toBe(404);
    await batch([object]);
    sent.set(idOf(object), object.content);
    expect((await verify(object)).status).toBe(200);
  });

  it('counts towards the size limit from its announcement', async () => {
    const [first, second, third] = [newObject(), newObject(), newObject()];
    const project = 9;
    sizeLimit = 2_500;
    expect((await batch([first, second], { project })).status).toBe(200);
    expect((await batch([first, second], { project })).status).toBe(200);
    expect((await batch([third], { project })).status).toBe(406);
    sent.set(idOf(first, project), first.content);
    sizeLimit = 1_500;
    const { status, body } = await verify(first, { project });
    expect([status, body.message]).toEqual([406, expect.stringContaining('exceed the size limit')]);
    expect([sent.has(idOf(first, project)), await exists(first), await pending(project)]).toEqual([
      false,
      false,
      second.size,
    ]);
    sent.set(idOf(second, project), second.content);
    expect((await verify(second, { project })).status).toBe(200);
  });

  it('is stored although the uploaded content could not be discarded', async () => {
    const object = newObject();
    await batch([object]);
    sent.set(idOf(object), object.content);
    isLost = true;
    expect([(await verify(object)).status, await exists(object), sent.has(idOf(object))]).toEqual([200, true, true]);
    expect((await verify(object)).status).toBe(200);
  });
});
