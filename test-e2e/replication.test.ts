/**
 * A secondary node replicates the primary despite interruptions, and serves reads from its copies.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, unique, type ApiResponse } from '@forgemesh/testing';
import mongoose from 'mongoose';
import { replicatedProjects } from './config';
import { itInFullRun } from './support/full-run';
import { GeoNodes, type NodeName } from './support/geo-nodes';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';
import { getLfsObject, putLfsObject, sha256Of } from './support/lfs-objects';
import { itReplicatesFiles, type StoredContents } from './support/replicated-files';
import { waitForLongTask } from './support/wait-for-long-task';

const zeros = '0'.repeat(40);
const largeFile = 'the content of a large file';

describe('a secondary node', () => {
  const nodes = new GeoNodes({ FORGE_FILES: 'gridfs' });

  /** Creates a commit, of which the secondary is notified. */
  function changeOnPrimary(id: number): Promise<ApiResponse> {
    const file = `/projects/${id}/repository/commits`;
    const actions = [{ action: 'create', file_path: unique('file'), content: 'Changed' }];
    return nodes.onPrimary.post(file, { branch: 'master', commit_message: 'Change', actions });
  }

  beforeAll(async () => {
    await nodes.startPrimary();
    const { onPrimary, project, projectIds } = nodes;
    await onPrimary.post(`/projects/${project.id}/wikis`, { title: 'Home', content: 'Welcome' });
    await onPrimary.post(`/projects/${project.id}/repository/tags`, {
      tag_name: 'v1',
      ref: 'master',
      message: 'First',
    });
    await onPrimary.post(`/projects/${project.id}/repository/tags/v1/release`, { description: 'Notes' });
    await onPrimary.post(`/projects/${project.id}/protected_tags`, { name: 'v*' });
    await nodes.createFiles();
    await putLfsObject(nodes.lfsTarget('primary'), largeFile);
    while (projectIds.length < replicatedProjects) projectIds.push((await nodes.newProject()).id);
    await nodes.startSecondary();
  });
  afterAll(() => nodes.close());

  it('copies everything, although the connection is cut', async () => {
    await waitForLongTask(
      () => nodes.statusOn(nodes.onSecondary),
      ({ status, body }) => status === 200 && body.repositories_synced_count > 0,
    );
    const cut = await nodes.cutLink();
    expect(cut.body.health).toBe('The primary node cannot be reached');
    nodes.link.restore();
    const { body } = await nodes.waitUntilComplete((response) => response.body.lfs_objects_count === 1);
    expect(body).toMatchObject({
      repositories_synced_in_percentage: '100.00%',
      wikis_verified_in_percentage: '100.00%',
      attachments_count: 5,
      attachments_synced_count: 5,
      attachments_synced_in_percentage: '100.00%',
      attachments_failed_count: 0,
      attachments_synced_missing_on_primary_count: 0,
      lfs_objects_count: 1,
      lfs_objects_synced_count: 1,
      lfs_objects_failed_count: 0,
      lfs_objects_synced_in_percentage: '100.00%',
      repositories_failed_count: 0,
      repositories_checksum_mismatch_count: 0,
      db_replication_lag_seconds: expect.any(Number),
    });
    expect((await nodes.onSecondary.get('/geo_nodes/current/failures')).body).toEqual([]);
    expect((await nodes.onSecondary.get('/geo_nodes')).body).toMatchObject([
      { primary: true, current: false },
      { name: 'north', current: true },
    ]);
  });

  it('replicates a push to the primary, and forwards one to itself', async () => {
    const work = temporaryFolder('work');
    const urlOf = (client: NodeName): string => cloneUrl(nodes.urlOf(client), nodes.project.path, nodes.token);
    await git(work, 'clone', '-q', urlOf('secondary'), '.');
    await git(work, 'commit', '-q', '--allow-empty', '-m', 'To the primary');
    await git(work, 'push', '-q', urlOf('primary'), 'HEAD:master');
    const tip = await git(work, 'rev-parse', 'HEAD');
    const copiedTip = (): Promise<string> =>
      git(nodes.folderOf('secondary', nodes.project.id), 'rev-parse', 'refs/heads/master');
    await waitForLongTask(copiedTip, (id) => id === tip);
    await git(work, 'commit', '-q', '--allow-empty', '-m', 'To the secondary');
    await git(work, 'push', '-q', urlOf('secondary'), 'HEAD:refs/heads/passed-on');
    const { body } = await nodes.onPrimary.get(`/projects/${nodes.project.id}/repository/branches/passed-on`);
    expect(body.commit.id).toBe(await git(work, 'rev-parse', 'HEAD'));
    await nodes.waitUntilComplete();
  });

  it('replicates large files, and forwards uploads and locks', async () => {
    await putLfsObject(nodes.lfsTarget('primary'), 'to the primary');
    await putLfsObject(nodes.lfsTarget('secondary'), 'to the secondary');
    expect(await getLfsObject(nodes.lfsTarget('primary'), sha256Of('to the secondary'))).toEqual({
      status: 200,
      text: 'to the secondary',
    });
    const Authorization = `Basic ${Buffer.from(`any:${nodes.token}`).toString('base64')}`;
    const lock = await fetch(`${nodes.urlOf('secondary')}/${nodes.project.path}.git/info/lfs/locks`, {
      method: 'POST',
      headers: { Authorization, 'Content-Type': 'application/vnd.git-lfs+json' },
      body: JSON.stringify({ path: 'large.bin' }),
    });
    expect(lock.status).toBe(201);
    const locks = await fetch(`${nodes.urlOf('primary')}/${nodes.project.path}.git/info/lfs/locks`, {
      headers: { Authorization },
    });
    expect(await locks.json()).toMatchObject({ locks: [{ path: 'large.bin' }] });
    const { body } = await nodes.waitUntilComplete((response) => response.body.lfs_objects_count === 3);
    expect(body.lfs_objects_synced_count).toBe(3);
    const contents = [largeFile, 'to the primary', 'to the secondary'];
    const download = () =>
      Promise.all(contents.map((content) => getLfsObject(nodes.lfsTarget('secondary'), sha256Of(content))));
    const all = contents.map((text) => ({ status: 200, text }));
    expect(await download()).toEqual(all);
    try {
      await nodes.cutLink();
      expect(await download()).toEqual(all);
    } finally {
      nodes.link.restore();
    }
    await nodes.waitUntilComplete();
  });

  itInFullRun('repairs a damaged copy', async () => {
    const folder = nodes.folderOf('secondary', nodes.project.id);
    writeFileSync(join(folder, 'refs/heads/master'), `${'1'.repeat(40)}\n`);
    const { body } = await changeOnPrimary(nodes.project.id);
    const tip = (): Promise<string> => git(folder, 'rev-parse', 'refs/heads/master^{commit}').catch(() => zeros);
    await waitForLongTask(tip, (id) => id === body.id);
    await nodes.waitUntilComplete();
  });

  itInFullRun(
    'serves reads from its copies while the primary is unreachable, and refuses everything else',
    async () => {
      const path = `/projects/${encodeURIComponent(nodes.project.path)}/repository`;
      const wiki = `/projects/${nodes.project.id}/wikis/Home`;
      const reads = [
        `${path}/tree`,
        `${path}/commits`,
        `${path}/files/README.md?ref=master`,
        `${path}/compare?from=v1&to=master`,
        wiki,
      ];
      const url = cloneUrl(nodes.urlOf('secondary'), nodes.project.path, nodes.token);
      await git(temporaryFolder('clone'), 'ls-remote', url);
      const here = await Promise.all(reads.map((read) => nodes.onSecondary.get(read)));
      const there = await Promise.all(reads.map((read) => nodes.onPrimary.get(read)));
      expect(here.map(({ status, body }) => ({ status, body }))).toEqual(
        there.map(({ status, body }) => ({ status, body })),
      );
      expect((await nodes.onSecondary.get(`/projects/${nodes.project.id}/issues`)).status).toBe(200);

      const branchesAndTags = [`${path}/branches`, `${path}/tags`];
      const shown = await Promise.all(branchesAndTags.map((read) => nodes.onPrimary.get(read)));
      expect(shown[1]?.body).toMatchObject([{ protected: true, release: { description: 'Notes' } }]);

      await nodes.cutLink();
      const kept = await Promise.all(branchesAndTags.map((read) => nodes.onSecondary.get(read)));
      expect(kept.map(({ body }) => body)).toEqual(shown.map(({ body }) => body));
      const clone = temporaryFolder('clone');
      await git(clone, 'clone', '-q', url, '.');
      expect(await git(clone, 'tag')).toBe('v1');
      const cut = await Promise.all(reads.map((read) => nodes.onSecondary.get(read)));
      expect(cut.map(({ status, body }) => ({ status, body }))).toEqual(
        there.map(({ status, body }) => ({ status, body })),
      );
      for (const refused of [
        await nodes.onSecondary.post('/projects', { name: unique('refused') }),
        await nodes.onSecondary.get(`/projects/${nodes.project.id}/issues`),
        await nodes.onSecondary.post(`${path}/branches`, { branch: 'refused', ref: 'master' }),
      ])
        expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining('primary node') } });
      expect(await gitFailure(clone, 'push', url, 'HEAD:refs/heads/refused')).toContain('503');
      expect((await api('glpat-nobody-knows-this-one', nodes.urlOf('secondary')).get(`${path}/tree`)).status).toBe(503);
      nodes.link.restore();
      await nodes.waitUntilComplete();
      expect((await api('glpat-nobody-knows-this-one', nodes.urlOf('secondary')).get(`${path}/tree`)).status).toBe(401);
    },
  );

  itReplicatesFiles(itInFullRun, nodes, inGridfs(nodes));

  itInFullRun('reports failed copies, and retries them', async () => {
    const broken = await nodes.newProject();
    nodes.projectIds.push(broken.id);
    await nodes.waitUntilComplete();
    const ref = join(nodes.folderOf('primary', broken.id), 'refs/heads/broken');
    writeFileSync(ref, `${'2'.repeat(40)}\n`);
    await changeOnPrimary(broken.id);
    const failuresOf = (type: string) =>
      nodes.onSecondary.get(`/geo_nodes/current/failures?failure_type=${type}&type=repository`);
    const failed = await waitForLongTask(
      async () => [...(await failuresOf('sync')).body, ...(await failuresOf('verification')).body],
      (failures) => failures.length > 0,
    );
    expect(failed[0]).toMatchObject({
      project_id: broken.id,
      last_wiki_sync_failure: null,
      wiki_retry_count: null,
      wiki_checksum_mismatch: false,
      last_repository_synced_at: expect.any(String),
      repository_checksum_mismatch: false,
      wiki_verification_checksum_sha: zeros,
    });
    await git(nodes.folderOf('primary', broken.id), 'update-ref', '-d', 'refs/heads/broken').catch(() => undefined);
    if (existsSync(ref))
      writeFileSync(ref, await git(nodes.folderOf('primary', broken.id), 'rev-parse', 'refs/heads/master'));
    await changeOnPrimary(broken.id);
    await waitForLongTask(
      async () => [...(await failuresOf('sync')).body, ...(await failuresOf('verification')).body],
      (failures) => failures.length === 0,
    );
    await nodes.waitUntilComplete();
  });

  itInFullRun('drops the copy of a deleted project, and misses nothing when its geo service is killed', async () => {
    const folder = nodes.folderOf('secondary', nodes.project.id);
    expect(existsSync(folder)).toBe(true);
    const contents = (await nodes.databaseOf('secondary', 'geo')).collection('geo_file_contents.files');
    expect(await contents.countDocuments({ filename: /^upload\// })).toBeGreaterThan(0);
    const other = nodes.folderOf('secondary', nodes.projectIds[1] as number);
    const { body: change } = await changeOnPrimary(nodes.projectIds[1] as number);
    await nodes.meshes[1]?.processes['geo']?.kill();
    await nodes.onPrimary.delete(`/projects/${nodes.project.id}`);
    nodes.projectIds = nodes.projectIds.filter((id) => id !== nodes.project.id);
    await waitForLongTask(
      () => git(other, 'rev-parse', 'refs/heads/master'),
      (head) => head === change.id,
    );
    await waitForLongTask(
      () => Promise.resolve(existsSync(folder)),
      (isThere) => !isThere,
    );
    await nodes.waitUntilComplete();
    expect(await contents.countDocuments({ filename: /^(upload|archive|project_avatar)\// })).toBe(0);
  });

  itInFullRun('forwards the list of nodes to the primary', async () => {
    const fields = { name: 'south', url: 'https://south.example.com' };
    for (const response of [
      await nodes.onSecondary.post('/geo_nodes', fields),
      await nodes.onSecondary.put(`/geo_nodes/${nodes.nodeId}`, fields),
      await nodes.onSecondary.delete(`/geo_nodes/${nodes.nodeId}`),
      await nodes.onSecondary.post(`/geo_nodes/${nodes.nodeId}/repair`),
    ])
      expect(response.status).toBe(403);
  });
});

/** Contents of files in the database. */
function inGridfs(nodes: GeoNodes): StoredContents {
  return {
    async damageCopy() {
      const geo = await nodes.databaseOf('secondary', 'geo');
      const stored = await geo.collection<{ filename: string }>('geo_file_contents.files').find({}).toArray();
      const copy = stored.find(({ filename }) => filename.startsWith('upload/'));
      const damage = { $set: { data: new mongoose.mongo.Binary(Buffer.from('Damage')) } };
      await geo.collection('geo_file_contents.chunks').updateOne({ files_id: copy?._id }, damage);
    },
    async loseOriginal() {
      const projects = await nodes.databaseOf('primary', 'projects');
      const [file] = await projects.collection('uploads_content.files').find({}).sort({ uploadDate: -1 }).toArray();
      const chunks = projects.collection('uploads_content.chunks');
      const chunk = await chunks.findOne({ files_id: file?._id });
      await chunks.deleteOne({ files_id: file?._id });
      return async () => void (await chunks.insertOne(chunk as NonNullable<typeof chunk>));
    },
  };
}
