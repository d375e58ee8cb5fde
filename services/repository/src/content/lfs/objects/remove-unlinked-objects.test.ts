import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createObjectStore, objectKey, type ObjectStore } from '@forgemesh/objects';
import { openTestDatabase } from '@forgemesh/testing/runtime';
import { createMetrics } from '@forgemesh/telemetry';
import { createLfsLinkModel } from './lfs-link.model';
import { createLfsObjectModel } from './lfs-object.model';
import { linkObjects, unlinkProject } from './link-objects';
import { createPendingUploadModel } from './pending-upload.model';
import { isPending, pendingBytes, pendingUpload, recordPendingUploads } from './pending-uploads';
import { GRACE_MS, sweepObjects } from './remove-unlinked-objects';

describe('objects without a project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-lfs-'));
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let deps: Parameters<typeof sweepObjects>[0];
  let objects: ObjectStore;
  beforeAll(async () => {
    database = await openTestDatabase();
    const { connection } = database;
    const { registry } = createMetrics('test');
    objects = createObjectStore({ engine: 'local', folder, minFreeBytes: 0, connection, registry });
    deps = {
      objects,
      lfsObjects: createLfsObjectModel(connection),
      lfsLinks: createLfsLinkModel(connection),
      pendingUploads: createPendingUploadModel(connection),
    };
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  /** Stores an object as an upload does. */
  async function store(text: string, projects: readonly number[]): Promise<string> {
    const content = Buffer.from(text);
    const pointer = { oid: createHash('sha256').update(content).digest('hex'), size: content.length };
    const check_at = new Date(Date.now() + GRACE_MS);
    await deps.lfsObjects.updateOne({ _id: pointer.oid }, { $set: { size: pointer.size, check_at } }, { upsert: true });
    const expected = { sha256: pointer.oid, size: pointer.size };
    await objects.put(objectKey('lfs', pointer.oid), Readable.from([content]), expected);
    for (const project of projects) await linkObjects(deps, project, [pointer]);
    return pointer.oid;
  }

  const exists = async (oid: string): Promise<boolean[]> => [
    (await objects.stat(objectKey('lfs', oid))) !== null,
    (await deps.lfsObjects.exists({ _id: oid })) !== null,
  ];

  it('are removed after a day, those of a project never', async () => {
    const [shared, lost] = [await store('shared', [1, 2]), await store('lost', [])];
    await sweepObjects(deps);
    expect([await exists(shared), await exists(lost)]).toEqual([
      [true, true],
      [true, true],
    ]);
    const later = Date.now() + GRACE_MS + 60_000;
    await sweepObjects(deps, later);
    expect([await exists(shared), await exists(lost)]).toEqual([
      [true, true],
      [false, false],
    ]);
    await unlinkProject(deps, 1);
    await sweepObjects(deps, later);
    expect(await exists(shared)).toEqual([true, true]);
    await unlinkProject(deps, 2);
    await sweepObjects(deps);
    expect(await exists(shared)).toEqual([true, true]);
    await sweepObjects(deps, later);
    expect(await exists(shared)).toEqual([false, false]);
  });

  it('are forgotten with the uploads to the store that nobody has confirmed', async () => {
    const { pendingUploads: uploads } = deps;
    const object = { oid: 'a'.repeat(64), size: 5 };
    await recordPendingUploads(uploads, 1, [object, object, { ...object, size: 7 }]);
    await recordPendingUploads(uploads, 2, [object]);
    expect([await pendingBytes(uploads, 1, []), await pendingBytes(uploads, 1, [object])]).toEqual([12, 7]);
    await sweepObjects(deps, Date.now() + GRACE_MS - 60_000);
    expect(await isPending(uploads, pendingUpload(1, object))).toBe(true);
    await sweepObjects(deps, Date.now() + GRACE_MS + 60_000);
    expect([await isPending(uploads, pendingUpload(1, object)), await pendingBytes(uploads, 2, [])]).toEqual([
      false,
      0,
    ]);
  });

  it('are removed by another process if the first one ends meanwhile', async () => {
    const oid = await store('interrupted', []);
    const claimed = { $set: { removing_at: new Date() }, $unset: { check_at: 1 as const } };
    await deps.lfsObjects.updateOne({ _id: oid }, claimed);
    await sweepObjects(deps);
    expect(await exists(oid)).toEqual([true, true]);
    await sweepObjects(deps, Date.now() + 3_600_000);
    expect(await exists(oid)).toEqual([false, false]);
  });
});
