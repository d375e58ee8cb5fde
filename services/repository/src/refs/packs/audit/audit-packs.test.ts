import { createHash, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { objectKey } from '@forgemesh/objects';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { branchesOf, commit, PacksTestbed, type PacksProcess } from '#testing/packs-testbed';
import { compactRepository, maintainRepository } from '../compact-repository';
import type { KeptPack } from '../kept-pack';
import { PACKS } from '../pack-store';
import { auditPart } from './audit-packs';
import { auditDue, sumAudits } from './audit-schedule';
import type { PackCollection } from './deps';
import { listNeeding } from './named-packs';

const DAY_MS = 86_400_000;
/** Parts of the object store. */
const ALL = 256;

let testbed: PacksTestbed;
let day = 0;
beforeAll(async () => (testbed = await PacksTestbed.open(await openTestOutbox())));
afterAll(() => testbed.close());
afterEach(async () => {
  for await (const { key } of testbed.objects.list(`${PACKS}/`)) await testbed.objects.delete(key);
  await testbed.packRecords.deleteMany({});
  await testbed.packAudits.deleteMany({});
  await testbed.checkpoints.deleteMany({});
  await testbed.refLog.model.deleteMany({});
});
/** The time of the last audit. */
const now = (): number => Date.now() + day * DAY_MS;

/** Lets days pass, with an audit on each, or at least every third. */
async function passDays(days: number, collection: PackCollection = 'on', step = 2): Promise<void> {
  const end = day + days;
  while (day < end) {
    day = Math.min(day + step, end);
    await testbed.audit(collection, now());
  }
}

/** Sums of the last audits. */
const totals = () => sumAudits(testbed.auditDeps());

const digestsOf = async (project: number): Promise<string[]> =>
  ((await testbed.checkpointOf(project))?.packs ?? []).map(({ sha256 }) => sha256);

const exists = async (sha256: string): Promise<boolean> =>
  (await testbed.objects.stat(objectKey(PACKS, sha256))) !== null;

const damageOf = async (sha256: string): Promise<string | undefined> =>
  (await testbed.packRecords.findById(sha256).lean())?.damage;

/** A repository with a pack that its compaction has replaced. */
async function createCompacted(process: PacksProcess): Promise<{ project: number; replaced: string[] }> {
  const project = testbed.newProject();
  for (const branch of ['main', 'next']) {
    await commit(process, project, { branch, content: randomBytes(100_000) });
    await process.packs.writeCheckpoint(process.locate(project));
  }
  const replaced = await digestsOf(project);
  await compactRepository(process.packsDeps, process.locate(project));
  expect((await digestsOf(project)).filter((sha256) => replaced.includes(sha256))).toEqual([]);
  // The entries name packs of their own.
  await testbed.refLog.model.deleteMany({ project_id: project });
  return { project, replaced };
}

/** A checkpoint that names a pack, and two packs that it named before; there is no repository. */
async function createReplaced({
  packsDeps: { packStore },
}: PacksProcess): Promise<{ project: number; replaced: string[] }> {
  const project = testbed.newProject();
  const packs: KeptPack[] = [];
  for (let n = 0; n < 3; n++) {
    const file = await packStore.newFile();
    writeFileSync(file, randomBytes(10_000));
    packs.push(await packStore.store(file));
  }
  await testbed.createCheckpoint(project, packs.slice(2));
  return { project, replaced: packs.slice(0, 2).map(({ sha256 }) => sha256) };
}

/** Removes the documents of a deleted project. */
async function deleteProject(project: number): Promise<void> {
  await testbed.refLog.model.deleteMany({ project_id: project });
  await testbed.checkpoints.deleteMany({ project_id: project });
}

describe('packs that nothing names', () => {
  it('are removed after 14 days, and nothing else is', async () => {
    const process = testbed.start();
    const { project, replaced } = await createCompacted(process);
    // The grace period begins with the first audit.
    await passDays(14);
    expect(await Promise.all(replaced.map(exists))).toEqual([true, true]);
    await passDays(2);
    expect(await Promise.all(replaced.map(exists))).toEqual([false, false]);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(process, project));
    await passDays(1);
    expect(await testbed.packRecords.countDocuments({ _id: { $in: replaced } })).toBe(0);
  });

  it.each<[PackCollection, boolean]>([
    ['dry', true],
    ['off', false],
  ])('stay if the collection is `%s`', async (collection, isRemovable) => {
    const { replaced } = await createReplaced(testbed.start());
    await passDays(20, collection);
    expect(await Promise.all(replaced.map(exists))).toEqual([true, true]);
    expect((await totals()).unnamed.objects).toBeGreaterThanOrEqual(2);
    expect((await totals()).removable.objects > 0).toBe(isRemovable);
    // After `off`, the grace period begins again.
    await passDays(1);
    expect(await exists(replaced[0] ?? '')).toBe(collection === 'off');
  });

  it('stay for another grace period after a writer has used them, or after a pause', async () => {
    const { replaced } = await createReplaced(testbed.start());
    const [sha256 = ''] = replaced;
    await passDays(10);
    day += 4;
    await passDays(12);
    expect(await exists(sha256)).toBe(true);
    // As `reserve` does at that time.
    await testbed.packRecords.updateOne({ _id: sha256 }, { $set: { unnamed_since: new Date(now()) } });
    await passDays(12);
    expect(await exists(sha256)).toBe(true);
    await passDays(4);
    expect(await exists(sha256)).toBe(false);
  });

  it('are those of deleted projects, but not those that a fork has', async () => {
    const process = testbed.start();
    const source = testbed.newProject();
    await commit(process, source, { content: randomBytes(100_000) });
    await commit(process, source, { branch: 'other' });
    const fork = testbed.newProject();
    const write = await process.packs.beginFork(process.locate(source));
    await process.git.forkRepository({ source: process.locate(source).repo, target: process.locate(fork).repo });
    await write(process.locate(fork));
    await commit(process, source, { branch: 'late', content: randomBytes(100_000) });
    await process.packs.writeCheckpoint(process.locate(source));
    const ofFork = new Set(await digestsOf(fork));
    const own = (await digestsOf(source)).filter((sha256) => !ofFork.has(sha256));
    expect(own.length).toBeGreaterThan(0);
    const branches = await branchesOf(process, fork);
    await deleteProject(source);
    rmSync(process.folder, { recursive: true });
    await passDays(16);
    expect(await Promise.all(own.map(exists))).toEqual(own.map(() => false));
    expect(await branchesOf(testbed.start(), fork)).toEqual(branches);
  });
});

describe('a removal', () => {
  it('and a writer of the same pack at the same time lose nothing', async () => {
    const process = testbed.start();
    const { packStore } = process.packsDeps;
    for (let round = 0; round < 4; round++) {
      const { project, replaced } = await createReplaced(process);
      const checkpoint = await testbed.checkpointOf(project);
      const files = replaced.map((sha256) => ({ sha256, size: 0 }));
      await passDays(15);
      await packStore.withFiles(files, async ([file = '']) => {
        const [pack] = await Promise.all([
          packStore.store(file).then(async (stored) => {
            const packs = [...(checkpoint?.packs ?? []), stored];
            await testbed.checkpoints.updateOne({ _id: checkpoint?._id }, { $set: { packs } });
            return stored;
          }),
          passDays(2),
        ]);
        expect([pack.sha256, await exists(pack.sha256)]).toEqual([replaced[0], true]);
      });
    }
  });

  it('that its process has begun is completed, or undone if the pack was named', async () => {
    const { project, replaced } = await createReplaced(testbed.start());
    const [named = '', other = ''] = replaced;
    const removing = { removing_at: new Date(now() - 3_600_000), unnamed_since: new Date(now() + DAY_MS) };
    for (const _id of replaced) await testbed.packRecords.create({ _id, size: 1, ...removing });
    await testbed.checkpoints.updateOne({ project_id: project }, { $push: { packs: { sha256: named, size: 1 } } });
    await auditDue(testbed.auditDeps(), { now: now(), maxParts: 0 });
    expect([await exists(named), await exists(other)]).toEqual([true, false]);
    expect(await testbed.packRecords.countDocuments({ _id: { $in: replaced } })).toBe(0);
  });
});

describe('packs that repositories need', () => {
  async function createDamaged(damage: 'missing' | 'size' | 'digest') {
    const process = testbed.start();
    const { project } = await createCompacted(process);
    const [sha256 = ''] = await digestsOf(project);
    const key = objectKey(PACKS, sha256);
    const size = (await testbed.objects.stat(key))?.size ?? 0;
    await testbed.objects.delete(key);
    if (damage !== 'missing') await storeUnchecked(key, randomBytes(damage === 'size' ? size - 1 : size));
    return { process, project, sha256 };
  }

  /** Stores content under the key of another. */
  async function storeUnchecked(key: string, content: Buffer): Promise<void> {
    const other = createHash('sha256').update(content).digest('hex');
    await testbed.objects.put(objectKey(PACKS, other), Readable.from([content]), {
      sha256: other,
      size: content.length,
    });
    const files = testbed.checkpoints.db.collection<{ _id: string; filename: string }>('objects.files');
    const [stored] = await files.find({ filename: objectKey(PACKS, other) }).toArray();
    const filter = stored ? { _id: stored._id } : { _id: objectKey(PACKS, other) };
    await files.updateOne(filter, { $set: { filename: key } });
  }

  it.each(['missing', 'size', 'digest'] as const)('are found if damaged (%s), and stored again', async (damage) => {
    const { process, project, sha256 } = await createDamaged(damage);
    // Every digest is verified within 30 days.
    for (let n = 0; n < (damage === 'digest' ? 30 : 1); n++) {
      day += 1;
      await auditPart(testbed.auditDeps('off'), { digits: sha256.slice(0, 2), now: now() });
    }
    expect(await damageOf(sha256)).toBe(damage);
    expect((await totals()).damaged).toBe(1);
    expect(await listNeeding(testbed.auditDeps().packNaming, sha256)).toEqual([
      { project_id: project, kind: 'project' },
    ]);
    expect(await maintainRepository(process.packsDeps, process.locate(project))).toBe('compacted');
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(process, project));
    await passDays(1, 'off');
    expect([await damageOf(sha256), (await totals()).damaged]).toEqual([undefined, 0]);
  });

  it('may be part of the documents that name them', async () => {
    const process = testbed.start();
    const project = testbed.newProject();
    await commit(process, project);
    await passDays(1);
    expect((await totals()).damaged).toBe(0);
  });
});

describe('the audits', () => {
  it('of all parts take turns', async () => {
    day += 1;
    const deps = testbed.auditDeps('dry');
    await auditDue(deps, { now: now(), maxParts: 3 });
    const audited = () => testbed.packAudits.countDocuments({ audited_at: { $gte: new Date(now() - 3_600_000) } });
    expect(await audited()).toBe(3);
    await auditDue(deps, { now: now(), maxParts: ALL });
    expect(await audited()).toBe(ALL);
    expect((await totals()).audited_at?.getTime()).toBeGreaterThan(now() - 3_600_000);
  });
});
