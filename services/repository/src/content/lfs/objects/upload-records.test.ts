import { createHash } from 'node:crypto';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import type { UploadRecordsDeps } from '../deps';
import { findLinked } from './link-objects';
import { createLfsLinkModel } from './lfs-link.model';
import { createLfsObjectModel } from './lfs-object.model';
import { createPendingUploadModel } from './pending-upload.model';
import { GroupedUploadRecords } from './upload-records';

const pointerTo = (text: string): { oid: string; size: number } => ({
  oid: createHash('sha256').update(text).digest('hex'),
  size: text.length,
});

describe('the records of uploads', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let deps: UploadRecordsDeps;
  /** Filters of the measurements that were scheduled, by command. */
  const scheduled: object[][] = [];
  beforeAll(async () => {
    database = await openTestDatabase();
    const { connection } = database;
    deps = {
      log: silentLog,
      lfsObjects: createLfsObjectModel(connection),
      lfsLinks: createLfsLinkModel(connection),
      pendingUploads: createPendingUploadModel(connection),
      measurements: {
        model: {
          bulkWrite(updates: { updateOne: { filter: object } }[]) {
            scheduled.push(updates.map(({ updateOne }) => updateOne.filter));
            return Promise.resolve({ matchedCount: updates.length });
          },
        },
      } as never,
    };
  });
  afterAll(() => database.close());

  const dueOf = async (oid: string): Promise<number> =>
    (await deps.lfsObjects.findById(oid).lean())?.check_at?.getTime() ?? 0;

  it('announce the objects of a batch once', async () => {
    const records = new GroupedUploadRecords(deps);
    const [known, other] = [pointerTo('known'), pointerTo('other')];
    await deps.lfsObjects.create({ _id: known.oid, size: known.size });
    await records.announceAll([known, other, other]);
    const due = [await dueOf(known.oid), await dueOf(other.oid)];
    expect(Math.min(...due)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await records.announceAll([known, other]);
    await records.announce(other);
    expect([await dueOf(known.oid), await dueOf(other.oid)]).toEqual(due);
  });

  it('announce an object after its removal', async () => {
    const records = new GroupedUploadRecords(deps);
    const [removed, other] = [pointerTo('removed'), pointerTo('beside it')];
    await deps.lfsObjects.create({ _id: removed.oid, size: removed.size, removing_at: new Date() });
    await records.announceAll([removed, other]);
    const announced = records.announce(removed);
    await deps.lfsObjects.deleteOne({ _id: removed.oid });
    await announced;
    await records.announce(other);
    expect([await dueOf(removed.oid), await dueOf(other.oid)]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(await dueOf(removed.oid)).toBeGreaterThan(0);
  });

  it('link many objects with few commands, and existing ones again', async () => {
    const records = new GroupedUploadRecords(deps);
    const pointers = Array.from({ length: 50 }, (_, n) => pointerTo(`linked ${n}`));
    const insertMany = jest.spyOn(deps.lfsLinks, 'insertMany');
    await Promise.all([...pointers, ...pointers].map((pointer) => records.link(1, pointer)));
    expect(insertMany.mock.calls.length).toBeLessThan(5);
    await Promise.all([records.link(1, pointerTo('linked 0')), records.link(2, pointerTo('linked 1'))]);
    insertMany.mockRestore();
    const oids = pointers.map(({ oid }) => oid);
    expect((await findLinked(deps, 1, oids)).size).toBe(50);
    expect([...(await findLinked(deps, 2, oids)).keys()]).toEqual([pointerTo('linked 1').oid]);
  });

  it('schedule one measurement of a project, at the latest at the end of the process', async () => {
    const records = new GroupedUploadRecords(deps);
    for (const project_id of [1, 1, 2])
      records.scheduleMeasurement({ project_id, storage: 'default', kind: 'project' });
    await records.close();
    await records.close();
    expect(scheduled).toEqual([
      [
        { project_id: 1, kind: 'project' },
        { project_id: 2, kind: 'project' },
      ],
    ]);
  });
});
