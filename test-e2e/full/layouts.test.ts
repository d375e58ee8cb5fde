/**
 * An instance changes from one process for all services to a process for each service, and back, by
 * a restart: both layouts use the same data.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, mesh as sharedMesh, unique, waitFor, createProjectWithReadme, type ApiClient } from '@forgemesh/testing';
import {
  freePorts,
  silentLog,
  startMesh,
  startNats,
  startTarget,
  type Mesh,
  type Nats,
} from '../../scripts/test/mesh.cjs';
import { cloneUrl, git, temporaryFolder } from '../support/git';
import { waitForLongTask } from '../support/wait-for-long-task';

type Layout = 'single' | 'separate';

describe('the layouts of an instance', () => {
  const dataDir = temporaryFolder('layouts');
  const databasePrefix = unique('layouts').replace('-', '_');
  let nats: Nats;
  let mesh: Mesh | undefined;

  beforeAll(async () => {
    nats = await startNats({ dataDir });
  });
  afterAll(async () => {
    await mesh?.stop();
    await nats.stop();
  });

  /** Restarts the instance with a layout; returns a client of the administrator. */
  async function restart(processes: Layout): Promise<ApiClient> {
    await mesh?.stop();
    mesh = await startMesh({
      dataDir,
      storageUri: sharedMesh().mongodbUri,
      natsUrl: nats.url,
      databasePrefix,
      processes,
    });
    return api(mesh.rootToken, mesh.url);
  }

  /** Pushes an empty commit to a new branch. */
  async function push(path: string, branch: string): Promise<void> {
    const { url, rootToken } = mesh as Mesh;
    const folder = temporaryFolder('clone');
    await git(folder, 'clone', '--quiet', cloneUrl(url, path, String(rootToken)), '.');
    await git(folder, 'switch', '--quiet', '--create', branch);
    await git(folder, 'commit', '--quiet', '--allow-empty', '--message', `From ${branch}`);
    await git(folder, 'push', '--quiet', 'origin', branch);
  }

  it('share their data', async () => {
    let root = await restart('single');
    expect(Object.keys((mesh as Mesh).processes)).toEqual(['all']);
    const project = await createProjectWithReadme(root);
    const path = `/projects/${project.id}`;
    const { body: user } = await root.post('/users', {
      email: `${unique('a')}@example.com`,
      username: unique('ada'),
      name: 'Ada',
      password: 'correct horse 7',
      skip_confirmation: true,
    });
    await root.post(`${path}/issues`, { title: 'from single', assignee_ids: [user.id] });
    await push(project.path_with_namespace, 'single');

    root = await restart('separate');
    expect(Object.keys((mesh as Mesh).processes)).toContain('collaboration');
    expect((await root.get(`${path}/issues/1`)).body).toMatchObject({ title: 'from single' });
    await root.post(`${path}/issues/1/notes`, { body: 'from separate' });
    await root.post(`${path}/issues`, { title: 'second' });
    await push(project.path_with_namespace, 'separate');

    root = await restart('single');
    expect((await root.get(`${path}/issues/1/notes`)).body).toMatchObject([{ body: 'from separate' }]);
    const { body: issues } = await root.get(`${path}/issues?order_by=created_at&sort=asc`);
    expect(issues).toMatchObject([{ iid: 1 }, { iid: 2, title: 'second' }]);
    const { body: branches } = await root.get(`${path}/repository/branches`);
    expect(branches.map(({ name }: { name: string }) => name).sort()).toEqual(['master', 'separate', 'single']);
    // Effects of events of both layouts.
    await waitForLongTask(
      () => root.get(`${path}/events?action=pushed`),
      ({ body }) => {
        const refs = body.map(({ push_data: data }: { push_data: { ref: string } }) => data.ref);
        return ['single', 'separate'].every((branch) => refs.includes(branch));
      },
    );
  });

  it('let services of another folder join: they serve its data, and the others do the rest', async () => {
    await restart('separate');
    const [port] = (await freePorts(1)) as [number];
    const own = temporaryFolder('target');
    const options = { dataDir: own, host: '127.0.0.1', port, env: {}, log: silentLog };
    const start = (upstream: string) => startTarget({ ...options, target: ['identity', 'gateway'], upstream });
    await expect(start('http://127.0.0.1:1')).rejects.toThrow('--upstream must be the data folder');
    await expect(start(own)).rejects.toThrow(`No instance runs in ${own}.`);
    const target = await start(`file://${dataDir}`);
    try {
      const root = api(target.rootToken, target.url);
      const username = unique('grace');
      const created = await root.post('/users', {
        email: `${username}@example.com`,
        username,
        name: 'Grace',
        password: 'correct horse 7',
      });
      expect(created).toMatchObject({ status: 201, body: { web_url: `${target.url}/${username}` } });
      const project = await root.post('/projects', { name: unique('joined'), initialize_with_readme: true });
      expect(project.status).toBe(201);
      expect((await root.get(`/projects/${project.body.id}/repository/tree`)).body).toMatchObject([
        { name: 'README.md' },
      ]);
      const upstream = api((mesh as Mesh).rootToken, (mesh as Mesh).url);
      expect((await upstream.get(`/users/${created.body.id}`)).body).toMatchObject({ username });
      const log = readFileSync(join(own, 'logs/all.log'), 'utf8');
      expect(log).toContain('"service":"identity"');
    } finally {
      await target.stop();
    }
    expect((await api((mesh as Mesh).rootToken, (mesh as Mesh).url).get('/user')).status).toBe(200);
    await restart('single');
    await expect(start(dataDir)).rejects.toThrow('start it with --processes separate');
  });

  it('answer every request while the gateway finishes those in progress at a stop', async () => {
    const root = await restart('single');
    const created = Array.from({ length: 10 }, () => root.post('/projects', { name: unique('stopped') }));
    await waitFor(
      () => root.get('/projects?search=stopped'),
      ({ body }) => body.length > 0,
    );
    const stopping = (mesh as Mesh).stop();
    const statuses = (await Promise.all(created)).map(({ status }) => status);
    await stopping;
    mesh = undefined;
    expect(statuses).toEqual(statuses.map(() => 201));
  });

  it('are restarted if the process ends', async () => {
    const root = await restart('single');
    const { all } = (mesh as Mesh).processes;
    await all?.kill();
    await all?.ready();
    expect(
      (
        await waitFor(
          () => root.get('/version'),
          ({ status }) => status === 200,
        )
      ).body,
    ).toHaveProperty('version');
    const log = join(dataDir, 'logs/all.log');
    expect(existsSync(log)).toBe(true);
    expect(readFileSync(log, 'utf8')).not.toContain('"level":"fatal"');
  });
});
