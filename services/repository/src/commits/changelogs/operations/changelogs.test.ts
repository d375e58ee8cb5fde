import { api, asRoot, unique, commitFiles, borrowMember } from '@forgemesh/testing';
import { expectStatus, createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const NO_START =
  'Failed to generate the changelog: The commit start range is unspecified, and no previous tag could be found to use instead';

function urlOf(project: TestRepository): string {
  return `${project.repository}/changelog`;
}

/** Commits a file with a message; returns the id. */
async function change(project: TestRepository, message: string, fields: Record<string, unknown> = {}): Promise<string> {
  return (
    await commitFiles(
      root,
      `/projects/${project.id}`,
      { [unique('file')]: 'x' },
      { commit_message: message, ...fields },
    )
  ).id;
}

async function tag(project: TestRepository, name: string): Promise<void> {
  expectStatus(await root.post(`${project.repository}/tags`, { tag_name: name, ref: 'main' }), 201);
}

interface Released {
  project: TestRepository;
  fixed: string;
  added: string;
  /** The line of a change. */
  entry(title: string, id: string): string;
}

/** A project with the tag `v1.0.0` and a change of each kind since then. */
async function createReleased(): Promise<Released> {
  const project = await createRepository();
  await change(project, 'Before\n\nChangelog: added');
  await tag(project, 'v1.0.0');
  const fixed = await change(project, 'Fix a\n\nText\n\nChangelog: fixed');
  await change(project, 'Not listed');
  const added = await change(project, 'Add b\n\nChangelog: added');
  function entryOf(title: string, id: string): string {
    return `- [${title}](${project.path_with_namespace}@${id})`;
  }
  return { project, fixed, added, entry: entryOf };
}

/** For tests that add no versions, and no changes that other tests count. */
let released: Released;
beforeAll(async () => {
  released = await createReleased();
});

async function readFile(project: TestRepository, path = 'CHANGELOG.md', ref = 'main'): Promise<string> {
  return expectStatus(await root.get(`${project.repository}/files/${encodeURIComponent(path)}/raw?ref=${ref}`), 200);
}

describe('GET /projects/:id/repository/changelog', () => {
  it('groups the commits since the previous version by their trailer', async () => {
    const { project, fixed, added, entry } = await createReleased();
    const second = await change(project, 'Fix c\n\nChangelog: fixed');
    const { status, body } = await root.get(`${urlOf(project)}?version=1.1.0&date=2021-01-05T23:00:00-05:00`);
    const fixes = [entry('Fix c', second), entry('Fix a', fixed)];
    expect([status, body]).toEqual([
      200,
      {
        notes: [
          ...['## 1.1.0 (2021-01-05)', '', '### fixed (2 changes)', '', ...fixes],
          ...['', '### added (1 change)', '', entry('Add b', added), '', ''],
        ].join('\n'),
      },
    ]);
  });

  it('uses the given range and trailer', async () => {
    const { project, fixed, added, entry } = released;
    const notes = async (query: string) =>
      (await root.get(`${urlOf(project)}?version=v1.1.0&date=2021-01-05&${query}`)).body.notes;
    expect(await notes(`from=v1.0.0&to=${fixed}`)).toBe(
      `## v1.1.0 (2021-01-05)\n\n### fixed (1 change)\n\n${entry('Fix a', fixed)}\n\n`,
    );
    expect(await notes(`from=${added}&to=${added}`)).toBe('## v1.1.0 (2021-01-05)\n\nNo changes.\n\n');
    const other = await change(project, 'Other\n\nKind: __proto__');
    expect(await notes('trailer=Kind')).toBe(
      `## v1.1.0 (2021-01-05)\n\n### __proto__ (1 change)\n\n${entry('Other', other)}\n\n`,
    );
    const today = (await root.get(`${urlOf(project)}?version=1.1.0&from=main`)).body.notes;
    expect(today).toMatch(/^## 1\.1\.0 \(\d{4}-\d\d-\d\d\)\n\nNo changes\.\n\n$/);
  });

  it('starts at the newest stable version before the requested one', async () => {
    const { project, fixed, entry } = await createReleased();
    for (const name of ['1.9.0', 'v1.10.0-rc1', 'v2.0.0', 'latest']) await tag(project, name);
    const later = await change(project, 'Later\n\nChangelog: added');
    await tag(project, 'v1.10.0');
    const notes = async (version: string) => (await root.get(`${urlOf(project)}?version=${version}`)).body.notes;
    expect(await notes('1.10.1')).toContain('No changes.');
    expect(await notes('1.10.0')).toContain(entry('Later', later));
    expect(await notes('1.10.0')).not.toContain('Fix a');
    expect(await notes('1.9.0')).toContain(entry('Fix a', fixed));
    expect(await root.get(`${urlOf(project)}?version=1.0.0`)).toMatchObject({
      status: 422,
      body: { message: NO_START },
    });
  });

  it('leaves out reverted commits, but not those added again', async () => {
    const { project, fixed, added } = released;
    const revert = async (sha: string) =>
      expectStatus(await root.post(`${project.repository}/commits/${sha}/revert`, { branch: 'main' }), 201).id;
    const notes = async () => (await root.get(`${urlOf(project)}?version=1.1.0`)).body.notes;
    const reverting = await revert(fixed);
    expect(await notes()).not.toContain(fixed);
    expect(await notes()).toContain(added);
    await revert(reverting);
    expect(await notes()).toContain(fixed);
  });

  it('refuses invalid parameters', async () => {
    const { project } = await createReleased();
    const send = async (query: string) => {
      const { status, body } = await root.get(`${urlOf(project)}?${query}`);
      return [status, body?.error ?? body?.message];
    };
    expect(await send('')).toEqual([400, 'version is missing']);
    for (const version of ['1', 'latest', '1.0.0%0A', '01.0.0'])
      expect(await send(`version=${version}`)).toEqual([400, 'version is invalid']);
    expect(await send('version=1.1.0&date=soon')).toEqual([400, 'date is invalid']);
    expect(await send('version=1.1.0&from=none')).toEqual([404, '404 Commit Not Found']);
    expect(await send('version=1.1.0&to=--all')).toEqual([404, '404 Commit Not Found']);
    for (const letter of ['a', 'b']) await change(project, `${letter.repeat(600_000)}\n\nChangelog: added`);
    expect(await send('version=1.1.0')).toEqual([
      422,
      'Failed to generate the changelog: It is too long (maximum is 1000000 characters)',
    ]);
    const empty = await createEmptyRepository();
    expect(await root.get(`${urlOf(empty)}?version=1.0.0`)).toMatchObject({ status: 422, body: { message: NO_START } });
  });

  it('requires access to the code', async () => {
    const { project } = released;
    const [guest, reporter] = [
      await borrowMember(root, `/projects/${project.id}`, 10),
      await borrowMember(root, `/projects/${project.id}`, 20),
    ];
    const url = `${urlOf(project)}?version=1.1.0`;
    expect((await api().get(url)).status).toBe(404);
    expect((await guest.api.get(url)).status).toBe(403);
    expect((await reporter.api.get(url)).status).toBe(200);
    await root.put(`/projects/${project.id}`, { visibility: 'public' });
    expect((await api().get(url)).status).toBe(200);
  });
});

describe('POST /projects/:id/repository/changelog', () => {
  it('creates the file, inserts each version in order and none twice', async () => {
    const { project, added } = await createReleased();
    const post = async (fields: Record<string, unknown>) =>
      root.post(urlOf(project), { date: '2021-01-05', ...fields });
    const { status, body } = await post({ version: '1.1.0' });
    expect([status, body]).toEqual([200, undefined]);
    const section = await readFile(project);
    expect(section).toContain(
      `## 1.1.0 (2021-01-05)\n\n### added (1 change)\n\n- [Add b](${project.path_with_namespace}@${added})\n`,
    );
    const { body: tip } = await root.get(`${project.repository}/commits/main`);
    expect(tip).toMatchObject({ message: 'Add changelog for version 1.1.0', author_name: 'Administrator' });
    await post({ version: '1.2.0', from: 'main', message: 'Release' });
    await post({ version: '1.0.0', from: 'main' });
    expect(await readFile(project)).toBe(
      `## 1.2.0 (2021-01-05)\n\nNo changes.\n\n${section}\n## 1.0.0 (2021-01-05)\n\nNo changes.\n`,
    );
    const { body: before } = await root.get(`${project.repository}/commits/main`);
    expect((await post({ version: '1.1.0' })).status).toBe(200);
    expect((await root.get(`${project.repository}/commits/main`)).body.id).toBe(before.id);
  });

  it('commits to the given branch and file and keeps the other bytes', async () => {
    const { project } = released;
    const old = Buffer.from([0xe4, 0x0d, 0x0a]).toString('base64');
    const actions = [{ action: 'create', file_path: 'docs/news', content: old, encoding: 'base64' }];
    await commitFiles(root, `/projects/${project.id}`, {}, { branch: 'topic', start_branch: 'main', actions });
    const id = await change(project, 'Größer\n\nChangelog: changed', { branch: 'topic' });
    const fields = { version: '1.1.0', branch: 'topic', file: 'docs/news', date: '2021-01-05' };
    expect((await root.post(urlOf(project), fields)).status).toBe(200);
    const url = `${project.repository}/files/docs%2Fnews?ref=topic`;
    const content = Buffer.from((await root.get(url)).body.content, 'base64');
    expect([...content.subarray(0, 3)]).toEqual([0xe4, 0x0d, 0x0a]);
    expect(content.subarray(3).toString()).toContain(`- [Größer](${project.path_with_namespace}@${id})`);
    expect((await root.get(`${project.repository}/files/docs%2Fnews?ref=main`)).status).toBe(404);
  });

  it('adds all versions of concurrent requests', async () => {
    const { project } = await createReleased();
    const versions = ['1.1.0', '1.2.0', '1.3.0'];
    const responses = await Promise.all(
      versions.map((version) => root.post(urlOf(project), { version, from: 'main', date: '2021-01-05' })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await readFile(project)).match(/^## \S+/gm)).toEqual(['## 1.3.0', '## 1.2.0', '## 1.1.0']);
  });

  it('refuses invalid commits', async () => {
    const { project } = await createReleased();
    await commitFiles(root, `/projects/${project.id}`, { 'folder/file': 'f' });
    const send = async (fields: Record<string, unknown>) => {
      const { status, body } = await root.post(urlOf(project), { version: '1.1.0', ...fields });
      return [status, body?.error ?? body?.message];
    };
    expect(await send({ version: '1.x' })).toEqual([400, 'version is invalid']);
    expect(await send({ message: ' ' })).toEqual([400, 'message is empty']);
    expect(await send({ branch: 'none' })).toEqual([404, '404 Branch Not Found']);
    expect(await send({ branch: '../main' })).toEqual([404, '404 Branch Not Found']);
    expect((await send({ file: '../CHANGELOG.md' }))[0]).toBe(400);
    expect((await send({ file: '.git/config' }))[0]).toBe(400);
    expect(await send({ file: 'folder' })).toEqual([400, 'A directory with this name already exists']);
    expect(await send({ version: '1.0.0' })).toEqual([422, NO_START]);
    await root.post(`/projects/${project.id}/push_rule`, { commit_message_regex: '^Fix' });
    expect((await send({}))[0]).toBe(400);
    expect(await send({ message: 'Fix the changelog' })).toEqual([200, undefined]);
  });

  it('requires the right to push to the branch', async () => {
    const { project } = released;
    const [reporter, developer] = [
      await borrowMember(root, `/projects/${project.id}`, 20),
      await borrowMember(root, `/projects/${project.id}`, 30),
    ];
    await root.post(`${project.repository}/branches`, { branch: 'allowed', ref: 'main' });
    const refused = { message: '403 Forbidden - You are not allowed to commit a changelog on this branch' };
    const fields = { version: '1.1.0' };
    expect((await api().post(urlOf(project), fields)).status).toBe(401);
    expect(await reporter.api.post(urlOf(project), { ...fields, branch: 'allowed' })).toMatchObject({
      status: 403,
      body: refused,
    });
    expect(await developer.api.post(urlOf(project), fields)).toMatchObject({ status: 403, body: refused });
    expect((await developer.api.post(urlOf(project), { ...fields, branch: 'allowed' })).status).toBe(200);
  });
});
