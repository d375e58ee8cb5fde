/**
 * This version and the previous one, mixed: a mesh is upgraded in place, part by part, and rolled
 * back. Each version reads what the other wrote, and handles the events that the other published.
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  api,
  waitFor,
  RECEIVER_HOST,
  startReceiver,
  unique,
  createUser,
  type ApiClient,
  type Receiver,
} from '@forgemesh/testing';
import {
  buildEarlierVersion,
  findEarlierVersion,
  gateway,
  services,
  startMesh,
  startNats,
  type Deployable,
  type Mesh,
  type Nats,
} from '../scripts/test/mesh.cjs';
import { casesOfRun } from './support/full-run';
import { cloneUrl, git, temporaryFolder } from './support/git';

type Version = 'earlier' | 'this';

const root = join(__dirname, '..');
const folder = temporaryFolder('versions');
const earlier = join(folder, 'earlier');
/** In the order of an upgrade and its rollback. */
const stages: { name: string; services: Version; edge: Version }[] = [
  { name: 'a new gateway before earlier services', services: 'earlier', edge: 'this' },
  { name: 'an earlier gateway before new services', services: 'this', edge: 'earlier' },
  { name: 'all of the earlier version again', services: 'earlier', edge: 'earlier' },
];

/** Data written by a stage, for all following stages. */
interface Written {
  project: number;
  path: string;
  head: string;
  /** Name of the author, changed while no consumer was running. */
  author: string;
  /** Id of a webhook for issues. */
  hook: number;
  /** Whether services of this version stored the webhook. */
  isHookNew: boolean;
}

const found = findEarlierVersion();
const commit = 'commit' in found ? found.commit : '';
const title = 'obstacle' in found ? `two versions (not tried: ${found.obstacle})` : 'two versions';

(commit === '' ? describe.skip : describe)(title, () => {
  let nats: Nats;
  let receiver: Receiver;
  let user: { id: number; token: string } | undefined;
  const written: Written[] = [];

  beforeAll(async () => {
    await buildEarlierVersion(commit, earlier);
    nats = await startNats({ dataDir: folder });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver?.close();
    await nats?.stop();
  });

  function of(version: Version, deployable: Deployable): Deployable {
    if (version === 'this') return deployable;
    return { ...deployable, folder: join(earlier, relative(root, deployable.folder)) };
  }

  it.each(casesOfRun(stages.slice(0, 2), stages.slice(2)))('$name', async (stage) => {
    const mesh = await startMesh({
      dataDir: join(folder, 'data'),
      natsUrl: nats.url,
      databasePrefix: `versions_${process.pid}`,
      storageUri: process.env['FORGE_TEST_MONGODB_URI'] as string,
      // The earlier version may lack a service.
      services: services.map((service) => of(stage.services, service)).filter(({ folder: path }) => existsSync(path)),
      gateway: of(stage.edge, gateway),
    });
    try {
      user ??= await createUser({}, ['api'], mesh);
      const author = api(user.token, mesh.url);
      await api(mesh.rootToken, mesh.url).put('/application/settings', {
        outbound_local_requests_whitelist: [RECEIVER_HOST],
      });
      const known = written.filter(({ isHookNew }) => !isHookNew || stage.services === 'this');
      for (const earlierOne of written) await readAndChange(mesh, author, earlierOne);
      for (const earlierOne of known) await triggerHook(author, earlierOne);
      const isHookNew = stage.services === 'this' && !existsSync(join(earlier, 'services/deliveries'));
      written.push({ ...(await write(mesh, author, user)), isHookNew });
    } finally {
      await mesh.stop();
    }
  });

  async function createEntity(as: ApiClient, path: string, body: object): Promise<Record<string, unknown>> {
    const response = await as.post(path, body);
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /**
   * Creates a project with a pushed branch, an issue and an open merge request, and an event that
   * waits for the next stage.
   */
  async function write(
    mesh: Mesh,
    author: ApiClient,
    { id: userId, token }: { id: number; token: string },
  ): Promise<Omit<Written, 'isHookNew'>> {
    const { id, path_with_namespace: path } = await createEntity(author, '/projects', { name: unique('p') });
    const [project, base] = [id as number, `/projects/${id}`];
    const work = join(folder, unique('work'));
    await git(folder, 'init', '--quiet', '--initial-branch=main', work);
    await git(work, 'commit', '--quiet', '--allow-empty', '-m', 'First');
    await git(work, 'push', '--quiet', cloneUrl(mesh.url, path as string, token), 'main', 'main:change');
    const actions = [{ action: 'create', file_path: 'file', content: 'text' }];
    await createEntity(author, `${base}/repository/commits`, { branch: 'change', commit_message: 'Second', actions });
    await createEntity(author, `${base}/labels`, { name: 'bug', color: '#ff0000' });
    await createEntity(author, `${base}/issues`, { title: 'An issue', labels: 'bug' });
    await createEntity(author, `${base}/issues/1/notes`, { body: 'A note' });
    await createEntity(author, `${base}/merge_requests`, {
      source_branch: 'change',
      target_branch: 'main',
      title: 'Change',
    });
    const head = (await author.get(`${base}/repository/commits/change`)).body.id as string;
    const hook = { url: receiver.url, token: 'secret', push_events: false, issues_events: true };
    // The settings reach the services a moment later.
    const { body: created } = await waitFor(
      () => author.post(`${base}/hooks`, hook),
      ({ status }) => status === 201,
    );
    // The author changes their name while the consumers are stopped; the next version handles the
    // event.
    await mesh.processes['collaboration']?.stop();
    const name = unique('Name');
    const renamed = await api(mesh.rootToken, mesh.url).put(`/users/${userId}`, { name });
    expect([renamed.status, renamed.body.name]).toEqual([200, name]);
    return { project, path: path as string, head, author: name, hook: created.id as number };
  }

  /**
   * Reads and changes the data of another stage: the merge request of the previous stage is merged.
   */
  async function readAndChange(mesh: Mesh, author: ApiClient, one: Written): Promise<void> {
    const base = `/projects/${one.project}`;
    const last = written.at(-1) as Written;
    const issue = await waitFor(
      () => author.get(`${base}/issues/1`),
      ({ body }) => body.author?.name === last.author,
    );
    expect(issue.body).toMatchObject({ title: 'An issue', labels: ['bug'], user_notes_count: 1 });
    expect((await author.get(`${base}/issues/1/notes`)).body).toMatchObject([{ body: 'A note' }]);
    expect((await author.get(`${base}/repository/commits/${one.head}`)).body.title).toBe('Second');
    const clone = join(folder, unique('clone'));
    await git(folder, 'clone', '--quiet', '--bare', cloneUrl(mesh.url, one.path, user?.token ?? ''), clone);
    expect(await git(clone, 'rev-parse', 'change')).toBe(one.head);
    if (one !== last) return;
    const merged = await waitFor(
      () => author.put(`${base}/merge_requests/1/merge`),
      ({ status }) => status === 200,
    );
    expect(merged.body).toMatchObject({ state: 'merged', sha: one.head });
    await createEntity(author, `${base}/issues/1/notes`, { body: 'Another note' });
    await author.delete(`${base}/issues/1/notes/${(await lastNote(author, base)).id}`);
  }

  /** The webhook of another stage has its id and token, and delivers. */
  async function triggerHook(author: ApiClient, { project, hook }: Written): Promise<void> {
    // An earlier gateway looks for a moved operation at its former service for up to a minute.
    const { body } = await waitFor(
      () => author.get(`/projects/${project}/hooks`),
      ({ status }) => status === 200,
    );
    expect(body).toMatchObject([{ id: hook, url: receiver.url, issues_events: true }]);
    const title = unique('issue');
    await createEntity(author, `/projects/${project}/issues`, { title });
    const received = await waitFor(
      () => Promise.resolve(receiver.received.filter((one) => one.body.object_attributes.title === title)),
      (all) => all.length > 0,
    );
    expect(received[0]?.headers['x-gitlab-token']).toBe('secret');
  }

  async function lastNote(author: ApiClient, base: string): Promise<{ id: number }> {
    return (await author.get(`${base}/issues/1/notes?sort=desc`)).body[0] as { id: number };
  }
});
