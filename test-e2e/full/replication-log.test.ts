/**
 * A secondary node with several repository processes, whose primary has several, too: it follows
 * the logs of repositories, and replicates what and when administrators choose.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { createCaller, type Caller } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import { createGroup, createMeshSigner, createProjectWithReadme, unique, type ApiResponse } from '@forgemesh/testing';
import type { Mesh } from '../../scripts/test/mesh.cjs';
import { GeoNodes } from '../support/geo-nodes';
import { cloneUrl, git, temporaryFolder } from '../support/git';
import { waitForLongTask } from '../support/wait-for-long-task';

describe('a secondary node with packs in the object store', () => {
  const nodes = new GeoNodes({ FORGE_GEO_EXCLUDED_GRACE_SECONDS: '1' }, { primary: 2, secondary: 3 });
  let callers: Caller[] = [];
  let group: { id: number };
  let inside: number;

  function update(fields: object): Promise<ApiResponse> {
    const named = { name: 'north', url: 'https://north.example.com' };
    return nodes.onPrimary.put(`/geo_nodes/${nodes.nodeId}`, { ...named, ...fields });
  }

  function commitOnPrimary(id: number): Promise<ApiResponse> {
    const actions = [{ action: 'create', file_path: unique('file'), content: 'Changed' }];
    return nodes.onPrimary.post(`/projects/${id}/repository/commits`, {
      branch: 'master',
      commit_message: 'Change',
      actions,
    });
  }

  function replicatedTip(id: number): Promise<string> {
    return git(nodes.newestFolderOf('secondary', id), 'rev-parse', 'refs/heads/master').catch(() => '');
  }

  /** Checks that each process of the secondary has the refs of the primary. */
  async function expectEqualInProcesses(project_id: number): Promise<void> {
    const geo = await nodes.databaseOf('secondary', 'geo');
    const registry = geo.collection<{ _id: number; repository: { checksum: string } }>('geo_registry');
    const checksum = (await registry.findOne({ _id: project_id }))?.repository.checksum;
    for (const caller of callers) {
      const client = caller.client(ReplicaServiceDefinition, 'repository');
      const request = { project_id, storage: '', wiki: false };
      // It may have to build its folder first.
      const state = await client.getRepositoryState(request, { timeoutMs: 60_000 });
      expect(state.checksum).toBe(checksum);
    }
  }

  const isReplicated = (id: number): Promise<boolean> =>
    Promise.resolve(
      nodes
        .processesOf('secondary')
        .some((process) => existsSync(join(nodes.folderOf('secondary', id, process), 'HEAD'))),
    );

  beforeAll(async () => {
    await nodes.startPrimary();
    await nodes.createFiles();
    const path = unique('selected');
    group = await createGroup(nodes.onPrimary, { name: path, path });
    ({ id: inside } = await createProjectWithReadme(nodes.onPrimary, { namespace_id: group.id }));
    nodes.projectIds.push(inside);
    await nodes.startSecondary();
    const { processes } = nodes.meshes[1] as Mesh;
    callers = nodes.processesOf('secondary').map((name) =>
      createCaller({
        addresses: { repository: `127.0.0.1:${processes[name]?.grpc}` },
        signer: createMeshSigner(nodes.folders.secondary),
        metrics: createMetrics('test'),
      }),
    );
    await nodes.waitUntilComplete();
  });
  afterAll(async () => {
    callers.forEach((caller) => caller.close());
    await nodes.close();
  });

  it('follows the log: objects by their digests, all refs, deletions and HEAD', async () => {
    const id = nodes.project.id;
    const work = temporaryFolder('work');
    await git(work, 'clone', '-q', cloneUrl(nodes.urlOf('primary'), nodes.project.path, nodes.token), '.');
    // Larger than packs that are part of entries.
    writeFileSync(join(work, 'large.bin'), randomBytes(300_000));
    await git(work, 'add', '.');
    await git(work, 'commit', '-q', '-m', 'Large');
    await git(work, 'push', '-q', 'origin', 'HEAD:master', 'HEAD:other', 'HEAD:refs/tags/v2', 'HEAD:refs/notes/n');
    await git(work, 'push', '-q', 'origin', ':other', 'HEAD:main');
    await nodes.onPrimary.put(`/projects/${id}`, { default_branch: 'main' });
    const request = { source_branch: 'master', target_branch: 'main', title: 'Next' };
    await commitOnPrimary(id);
    expect((await nodes.onPrimary.post(`/projects/${id}/merge_requests`, request)).status).toBe(201);
    const refsOf = async (node: 'primary' | 'secondary') => {
      const folder = nodes.newestFolderOf(node, id);
      return [await git(folder, 'symbolic-ref', 'HEAD'), await git(folder, 'show-ref')];
    };
    const repository = await nodes.databaseOf('primary', 'repository');
    await waitForLongTask(
      async () => [await refsOf('primary'), await refsOf('secondary')],
      ([there, here]) => here?.join() === there?.join() && String(here?.[1]).includes('refs/merge-requests/1/head'),
    );
    await nodes.waitUntilComplete();
    const [head, refs] = await refsOf('secondary');
    expect(head).toBe('refs/heads/main');
    expect(refs).not.toContain('refs/heads/other');
    const log = { project_id: id, kind: 'project' };
    const newest = await repository.collection('ref_log').findOne(log, { sort: { seq: -1 } });
    const checkpoint = await repository.collection('repository_checkpoints').findOne(log);
    const replicas = await nodes.databaseOf('secondary', 'repository');
    await waitForLongTask(
      async () => ({
        copy: await replicas.collection('ref_log').findOne(log, { sort: { seq: -1 } }),
        replica: await replicas.collection('repository_checkpoints').findOne(log),
      }),
      ({ copy, replica }) =>
        copy?.['seq'] === newest?.['seq'] && replica?.['original_incarnation'] === checkpoint?.['incarnation'],
    );
    await expectEqualInProcesses(id);
    expect(await git(nodes.newestFolderOf('secondary', id), 'fsck', '--full', '--no-progress')).toBe('');
    // A fetch with git would have left some.
    expect(await git(nodes.newestFolderOf('secondary', id), 'count-objects')).toBe('0 objects, 0 kilobytes');
  });

  it('replicates a fork from its log, too', async () => {
    const { body: fork } = await nodes.onPrimary.post(`/projects/${nodes.project.id}/fork`, {
      path: unique('fork'),
      namespace_id: group.id,
    });
    nodes.projectIds.push(fork.id);
    await nodes.waitUntilComplete();
    await expectEqualInProcesses(fork.id);
    await nodes.onPrimary.delete(`/projects/${fork.id}`);
    nodes.projectIds = nodes.projectIds.filter((id) => id !== fork.id);
    await nodes.waitUntilComplete();
  });

  it('pauses, forwards reads meanwhile, and continues where it stopped', async () => {
    const id = nodes.project.id;
    const before = await replicatedTip(id);
    await update({ paused: true });
    await waitForLongTask(
      () => nodes.onSecondary.get('/geo_nodes'),
      ({ body }) => body.some((node: { current: boolean; paused: boolean }) => node.current && node.paused),
    );
    const geo = await nodes.databaseOf('secondary', 'geo');
    await waitForLongTask(
      () => geo.collection('geo_following').findOne({}),
      (state) => state?.['is_behind'] === true,
    );
    const { body: commit } = await commitOnPrimary(id);
    const branch = await nodes.onSecondary.get(`/projects/${id}/repository/commits?ref_name=master`);
    expect(branch.body[0].id).toBe(commit.id);
    expect(await replicatedTip(id)).toBe(before);
    await update({ paused: false });
    await waitForLongTask(
      () => replicatedTip(id),
      (tip) => tip === commit.id,
    );
    await nodes.waitUntilComplete();
    expect((await geo.collection('geo_following').findOne({}))?.['is_behind']).toBe(false);
  });

  it('syncs one project again, those that failed, and all', async () => {
    const id = nodes.project.id;
    const resync = (body: object) => nodes.onSecondary.post('/geo_nodes/current/resync', body);
    const folder = nodes.newestFolderOf('secondary', id);
    const tip = await replicatedTip(id);
    writeFileSync(join(folder, 'refs/heads/master'), `${'1'.repeat(40)}\n`);
    expect(await resync({ project_id: id })).toMatchObject({
      status: 202,
      body: { replicas_count: 3, files_count: 0 },
    });
    await waitForLongTask(
      () => replicatedTip(id),
      (now) => now === tip,
    );
    // The report on the primary may be older than the sync.
    await waitForLongTask(() => nodes.statusOn(nodes.onSecondary), nodes.isComplete);
    expect((await resync({ scope: 'failed' })).body).toEqual({ replicas_count: 0, files_count: 0 });
    expect((await resync({ scope: 'all' })).body).toEqual({ replicas_count: 6, files_count: 5 });
    await nodes.waitUntilComplete();
    expect(await resync({ project_id: 999_999 })).toMatchObject({ status: 404 });
    expect((await resync({})).body.error).toContain('at least one parameter must be provided');
    expect((await resync({ project_id: id, scope: 'all' })).body.error).toContain('mutually exclusive');
    expect((await nodes.onPrimary.post('/geo_nodes/current/resync', { scope: 'all' })).status).toBe(403);
  });

  it('finds damaged objects, and copies the repository again', async () => {
    const id = nodes.project.id;
    const geo = await nodes.databaseOf('secondary', 'geo');
    // Any of the processes may check it.
    for (const process of nodes.processesOf('secondary')) {
      const objects = join(nodes.folderOf('secondary', id, process), 'objects');
      if (!existsSync(objects)) continue;
      for (const name of readdirSync(objects, { recursive: true }) as string[])
        if (/^[0-9a-f]{2}\/|\.pack$/.test(name)) rmSync(join(objects, name));
    }
    const registry = geo.collection<{
      _id: number;
      repository: { check_due_at: Date; last_successful_sync_at: Date; verified: boolean };
    }>('geo_registry');
    const damagedAt = new Date();
    await registry.updateOne({ _id: id }, { $set: { 'repository.check_due_at': damagedAt } });
    await waitForLongTask(
      () => registry.findOne({ _id: id }),
      (found) => Boolean(found?.repository.verified && found.repository.last_successful_sync_at > damagedAt),
    );
    expect((await registry.findOne({ _id: id }))?.repository).toMatchObject({ must_refetch: false, verified: true });
    await expectEqualInProcesses(id);
    for (const process of nodes.processesOf('secondary'))
      expect(await git(nodes.folderOf('secondary', id, process), 'fsck', '--full', '--no-progress')).toBe('');
    await nodes.waitUntilComplete();
  });

  it('replicates only selected namespaces, and removes the others after the grace', async () => {
    const outside = nodes.project.id;
    await update({ selective_sync_type: 'namespaces', selective_sync_namespace_ids: [group.id] });
    const geo = await nodes.databaseOf('secondary', 'geo');
    await waitForLongTask(
      () => geo.collection<{ _id: number }>('geo_registry').findOne({ _id: outside }),
      (found) => found === null,
    );
    await waitForLongTask(
      () => isReplicated(outside),
      (isThere) => !isThere,
    );
    expect(await isReplicated(inside)).toBe(true);
    const { body: commit } = await commitOnPrimary(outside);
    const { body: followed } = await commitOnPrimary(inside);
    await waitForLongTask(
      () => replicatedTip(inside),
      (tip) => tip === followed.id,
    );
    expect(await isReplicated(outside)).toBe(false);
    const list = await nodes.onSecondary.get(`/projects/${outside}/repository/commits?ref_name=master`);
    expect(list.body[0].id).toBe(commit.id);
    nodes.projectIds = [inside];
    const { body } = await nodes.statusOn(nodes.onSecondary);
    expect(body).toMatchObject({ projects_count: 1, repositories_synced_count: 1, repositories_failed_count: 0 });
  });

  it('replicates a project that moves into the selection, and all again', async () => {
    const outside = nodes.project.id;
    const transfer = await nodes.onPrimary.put(`/projects/${outside}/transfer`, { namespace: group.id });
    expect(transfer.status).toBe(200);
    await waitForLongTask(() => isReplicated(outside), Boolean);
    const other = await nodes.newProject();
    await update({ selective_sync_type: null });
    await waitForLongTask(() => isReplicated(other.id), Boolean);
    nodes.projectIds = [outside, inside, other.id];
    await nodes.waitUntilComplete();
  });
});
