import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventBus, EventEntity, ForgeEvent } from '@forgemesh/events';
import { asRoot, waitFor, mesh, commitFiles } from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';
import { expectStatus, createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';
import { folderOf } from '#testing/repository-folder';

type Measured = EventEntity<'repository.repository.measured'>;

const events: ForgeEvent<'repository.repository.measured'>[] = [];
let bus: EventBus;
/** Created together, because their first measurements take place at the same time. */
let pushed: TestRepository;
let damaged: TestRepository;
let packed: TestRepository;

beforeAll(async () => {
  ({ bus } = openTestBus(mesh().natsUrl));
  await waitFor(() => Promise.resolve(bus.isConnected()), Boolean);
  const connection = bus.connection()!;
  connection.subscribe('repository.repository.measured', {
    callback: (_error, message) => void events.push(message.json()),
  });
  await connection.flush();
  [pushed, damaged, packed] = await Promise.all([createRepository(), createRepository(), createRepository()]);
  for (let n = 0; n < 5; n++)
    await commitFiles(asRoot(), `/projects/${packed.id}`, { [`file-${n}`]: 'same content '.repeat(500) + n });
});

afterAll(() => bus.close());

/** Waits until the newest measurement of a repository matches, and returns it. */
async function measured(
  { id }: TestRepository,
  matches: (entity: Measured) => boolean,
  kind = 'project',
): Promise<Measured> {
  const newest = () =>
    events
      .map(({ data }) => data.entity)
      .findLast(({ project_id, repository }) => project_id === id && repository === kind);
  const found = await waitFor(
    () => Promise.resolve(newest()),
    (entity) => entity !== undefined && matches(entity),
  );
  return found!;
}

const hasCommits =
  (count: number) =>
  ({ commit_count }: Measured): boolean =>
    commit_count === count;

describe('repository.repository.measured', () => {
  it('is published after pushes', async () => {
    const project = pushed;
    const first = await measured(project, hasCommits(1));
    expect(first).toEqual({
      project_id: project.id,
      repository: 'project',
      size: expect.any(Number),
      commit_count: 1,
      checksum: expect.stringMatching(/^[0-9a-f]{40}$/),
      checksum_failed: false,
      lfs_objects_size: 0,
    });
    await commitFiles(asRoot(), `/projects/${project.id}`, { 'large.txt': Math.random().toString().repeat(1_000) });
    const second = await measured(project, hasCommits(2));
    expect(second.size).toBeGreaterThan(first.size);
    expect(second.checksum).not.toBe(first.checksum);
  });

  it('combines many pushes in short succession', async () => {
    const project = await createRepository();
    await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        commitFiles(asRoot(), `/projects/${project.id}`, { [`file-${n}`]: String(n) }),
      ),
    );
    await measured(project, hasCommits(16));
    const own = events.filter(({ data }) => data.entity.project_id === project.id);
    expect(own.length).toBeLessThan(10);
  });

  it('is published for a wiki separately', async () => {
    const project = await createEmptyRepository();
    const clone = await GitClone.of(project, mesh().rootToken, '.wiki.git');
    await clone.commit('home.md', 'Welcome');
    expect((await clone.run('push', '-q', 'origin', 'main:master')).code).toBe(0);
    clone.remove();
    const wiki = await measured(project, ({ size }) => size > 0, 'wiki');
    expect(wiki).toMatchObject({ repository: 'wiki', checksum_failed: false });
  });

  it('reports a corrupt repository, and its repair', async () => {
    const project = damaged;
    await measured(project, hasCommits(1));
    const broken = join(folderOf(project), 'refs/heads/broken');
    writeFileSync(broken, `${'1'.repeat(40)}\n`);
    await commitFiles(asRoot(), `/projects/${project.id}`, { 'a.txt': 'a' });
    const corrupt = await measured(project, ({ checksum_failed }) => checksum_failed);
    expect(corrupt).toMatchObject({ checksum: null, commit_count: 2 });
    rmSync(broken);
    await commitFiles(asRoot(), `/projects/${project.id}`, { 'b.txt': 'b' });
    expect(await measured(project, hasCommits(3))).toMatchObject({ checksum_failed: false });
  });

  it('follows housekeeping', async () => {
    const project = packed;
    const before = await measured(project, hasCommits(6));
    expectStatus(await asRoot().post(`/projects/${project.id}/housekeeping`), 201);
    const after = await measured(project, ({ size }) => size !== before.size);
    expect(after).toMatchObject({ commit_count: 6, checksum: before.checksum });
  });
});
