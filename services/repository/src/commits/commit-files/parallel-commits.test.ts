/** Many clients that write to one branch at the same time. */
import { asRoot, mesh, commitFiles, type ApiResponse } from '@forgemesh/testing';
import { createRepository, expectStatus, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();
const CLIENTS = 20;

/** Pushes commits to `main` until `isDone`; returns the ids of those that were accepted. */
async function pushUntil(git: GitClone, isDone: () => boolean): Promise<string[]> {
  const accepted: string[] = [];
  for (let count = 0; !isDone(); count++) {
    await git.run('fetch', '-q', 'origin');
    await git.run('reset', '-q', '--hard', 'origin/main');
    const id = await git.commit(`pushed-${count}`, 'p');
    // Git refuses a push whose branch has moved since.
    if ((await git.run('push', '-q', 'origin', 'HEAD:main')).code === 0) accepted.push(id);
  }
  return accepted;
}

/** One of the ways to add a file, by the number of the client. */
async function addFile(project: TestRepository, client: number): Promise<ApiResponse> {
  const file = `client-${client}`;
  const fields = { branch: 'main', commit_message: file, content: file };
  if (client % 2 === 0) return root.post(`${project.repository}/files/${file}`, fields);
  const actions = [{ action: 'create', file_path: file, content: file }];
  return root.post(`${project.repository}/commits`, { branch: 'main', commit_message: file, actions });
}

describe('parallel commits of other files to one branch', () => {
  let project: TestRepository;
  let git: GitClone;
  beforeAll(async () => {
    project = await createRepository();
    git = await GitClone.of(project, mesh().rootToken);
  });
  afterAll(() => git.remove());

  it('are all accepted, while others push', async () => {
    let isDone = false;
    const pushing = pushUntil(git, () => isDone);
    const numbers = Array.from({ length: CLIENTS }, (_, client) => client);
    const added = await Promise.all(numbers.map((client) => addFile(project, client)));
    isDone = true;
    const pushed = await pushing;
    for (const response of added) expectStatus(response, 201);
    const tree = (await root.get(`${project.repository}/tree?per_page=100`)).body as { name: string }[];
    const names = tree.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(numbers.map((client) => `client-${client}`)));
    await git.run('fetch', '-q', 'origin');
    const history = (await git.run('rev-list', 'origin/main')).output.split('\n');
    expect(history).toHaveLength(1 + CLIENTS + pushed.length);
    expect(history).toEqual(expect.arrayContaining(pushed));
  });

  it('may change, delete, pick and revert', async () => {
    const fields = { branch: 'main', commit_message: 'again' };
    const picked = await commitFiles(
      root,
      `/projects/${project.id}`,
      { picked: 'p' },
      { branch: 'side', start_branch: 'main' },
    );
    const reverted = await commitFiles(root, `/projects/${project.id}`, { reverted: 'r' });
    const responses = await Promise.all([
      root.put(`${project.repository}/files/client-0`, { ...fields, content: 'changed' }),
      root.put(`${project.repository}/files/client-1`, { ...fields, content: 'changed' }),
      root.delete(`${project.repository}/files/client-2`, fields),
      root.delete(`${project.repository}/files/client-3`, fields),
      root.post(`${project.repository}/commits/${picked.id}/cherry_pick`, { branch: 'main' }),
      root.post(`${project.repository}/commits/${reverted.id}/revert`, { branch: 'main' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 204, 204, 201, 201]);
    const tree = (await root.get(`${project.repository}/tree?per_page=100`)).body as { name: string }[];
    const names = tree.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['client-0', 'client-1', 'picked']));
    for (const gone of ['client-2', 'client-3', 'reverted']) expect(names).not.toContain(gone);
  });

  it('are refused only if their own file has changed', async () => {
    const url = `${project.repository}/files/shared`;
    const fields = { branch: 'main', commit_message: 'shared' };
    expectStatus(await root.post(url, { ...fields, content: 'one' }), 201);
    const { last_commit_id } = (await root.get(`${url}?ref=main`)).body;
    await commitFiles(root, `/projects/${project.id}`, { unrelated: 'u' });
    const change = { ...fields, content: 'two', last_commit_id };
    const statuses = (await Promise.all([root.put(url, change), root.put(url, { ...change, content: 'three' })])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 400]);
  });
});
