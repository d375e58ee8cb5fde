/** Exports of groups, their imports elsewhere, and malicious archives. */
import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createGroup,
  createProject,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import { createArchive, readArchive, type Entry } from '../support/archives';
import { waitForLongTask } from '../support/wait-for-long-task';

const root = asRoot();
const TOO_OFTEN = { message: { error: 'This endpoint has been requested too many times. Try again later.' } };

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read any field
function created(response: ApiResponse): any {
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

async function createOwnedGroup(
  as: TestUser,
  fields: object = {},
): Promise<{ id: number; path: string; full_path: string }> {
  const name = unique('group');
  return await createGroup(as.api, { name, path: name, ...fields });
}

function download(as: TestUser, id: number): Promise<Response> {
  return fetch(`${mesh().url}/api/v4/groups/${id}/export/download`, { headers: { 'PRIVATE-TOKEN': as.token } });
}

function importGroup(archive: Buffer, fields: Record<string, string | number>, as: TestUser): Promise<ApiResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('file', new Blob([archive]), 'export.tar.gz');
  return as.api.post('/groups/import', form);
}

interface Job {
  id: string;
  group_id: number;
  status: string;
  state: string;
  error: string | null;
}

/** The jobs of a kind that a user started. */
async function jobsOf(user: TestUser, kind: string): Promise<Job[]> {
  const { body } = await root.get(`/admin/jobs?kind=${kind}&per_page=100`);
  return (body as (Job & { user_id: number })[]).filter(({ user_id: id }) => id === user.id);
}

/** Waits until the newest job of a user has finished. */
async function waitForJob(user: TestUser, kind: string): Promise<Job> {
  const [job] = await waitForLongTask(
    () => jobsOf(user, kind),
    ([newest]) => newest !== undefined && ['finished', 'failed'].includes(newest.status),
  );
  return job as Job;
}

async function exportGroup(as: TestUser, id: number): Promise<Buffer> {
  const started = await as.api.post(`/groups/${id}/export`);
  if (started.status !== 202) throw new Error(`not exported: ${started.status} ${JSON.stringify(started.body)}`);
  expect(await waitForJob(as, 'group_export')).toMatchObject({ status: 'finished', group_id: id });
  const response = await download(as, id);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  return Buffer.from(await response.arrayBuffer());
}

describe('the export of a group', () => {
  let owner: TestUser;
  let member: TestUser;
  let group: Awaited<ReturnType<typeof createOwnedGroup>>;
  let archive: Buffer;
  beforeAll(async () => {
    owner = await createUser();
    member = await createUser();
    group = await createOwnedGroup(owner, {
      description: 'Top',
      visibility: 'internal',
      share_with_group_lock: true,
      project_creation_level: 'maintainer',
      default_branch_protection: 1,
      emails_disabled: true,
    });
    const path = `/groups/${group.id}`;
    created(
      await owner.api.post(`${path}/members`, { user_id: member.id, access_level: 40, expires_at: '2999-12-31' }),
    );
    created(await owner.api.post(`${path}/labels`, { name: 'bug', color: '#ff0000', description: 'Broken' }));
    created(await owner.api.post(`${path}/milestones`, { title: 'First', due_date: '2999-01-02' }));
    created(
      await owner.api.post(`${path}/badges`, { link_url: 'https://example.com', image_url: 'https://example.com/a' }),
    );
    const child = created(await owner.api.post(`${path}/epics`, { title: 'Child', labels: 'bug' }));
    const parent = created(await member.api.post(`${path}/epics`, { title: 'Parent', description: 'Text' }));
    await owner.api.put(`${path}/epics/${child.iid}`, { parent_id: parent.id });
    created(await owner.api.post(`${path}/epics/${child.id}/notes`, { body: 'Noted' }));
    const inner = await createOwnedGroup(owner, {
      name: 'Inner',
      path: 'inner',
      parent_id: group.id,
      visibility: 'internal',
    });
    created(await owner.api.post(`/groups/${inner.id}/labels`, { name: 'deep', color: '#00ff00' }));
    const deepest = await createOwnedGroup(owner, {
      name: 'Deepest',
      path: 'deepest',
      parent_id: inner.id,
      visibility: 'private',
    });
    created(await owner.api.post(`/groups/${deepest.id}/epics`, { title: 'Below', parent_id: parent.id }));
    await createProject(owner.api, { namespace_id: group.id });
    const early = await download(owner, group.id);
    expect([early.status, await early.json()]).toEqual([404, { message: '404 Not found or has expired' }]);
    archive = await exportGroup(owner, group.id);
  });

  it('contains the groups with their lists and no projects', async () => {
    const entries = await readArchive(archive);
    const folder = `tree/groups/${group.id}`;
    expect([...entries.keys()]).toEqual(
      expect.arrayContaining([
        ...['VERSION', 'GITLAB_VERSION', 'GITLAB_REVISION', 'tree/groups/_all.ndjson', `${folder}.json`],
        ...['members', 'badges', 'labels', 'milestones', 'epics'].map((list) => `${folder}/${list}.ndjson`),
      ]),
    );
    expect(entries.get('tree/groups/_all.ndjson')?.trim().split('\n')).toHaveLength(3);
    expect(JSON.parse(entries.get(`${folder}.json`) ?? '')).toMatchObject({
      id: group.id,
      path: group.path,
      description: 'Top',
      visibility_level: 10,
      project_creation_level: 1,
    });
    // Only administrators may see the emails of others.
    const members = entries.get(`${folder}/members.ndjson`) ?? '';
    expect(members).toContain(`${owner.username}@example.com`);
    expect(members).not.toContain(`${member.username}@example.com`);
    expect([...entries.values()].join()).not.toContain('runners_token');
  });

  it('is imported with all its content', async () => {
    const path = unique('imported');
    const taken = await importGroup(archive, { name: 'Imported', path }, owner);
    expect([taken.status, taken.body]).toEqual([202, { message: '202 Accepted' }]);
    expect(await waitForJob(owner, 'group_import')).toMatchObject({ status: 'finished', state: 'done' });
    const { body } = await owner.api.get(`/groups/${path}`);
    expect(body).toMatchObject({
      name: 'Imported',
      full_path: path,
      description: 'Top',
      visibility: 'private',
      parent_id: null,
      share_with_group_lock: true,
      project_creation_level: 'maintainer',
      default_branch_protection: 1,
      emails_disabled: true,
      projects: [],
    });
    expect((await owner.api.get(`/groups/${body.id}/members`)).body).toMatchObject([
      { id: owner.id, access_level: 50 },
    ]);
    expect((await owner.api.get(`/groups/${body.id}/labels`)).body).toMatchObject([
      { name: 'bug', color: '#ff0000', description: 'Broken' },
    ]);
    expect((await owner.api.get(`/groups/${body.id}/milestones`)).body).toMatchObject([
      { iid: 1, title: 'First', due_date: '2999-01-02', state: 'active' },
    ]);
    expect((await owner.api.get(`/groups/${body.id}/badges`)).body).toMatchObject([
      { link_url: 'https://example.com' },
    ]);
    const child = (await owner.api.get(`/groups/${body.id}/epics/1`)).body;
    const parent = (await owner.api.get(`/groups/${body.id}/epics/2`)).body;
    expect(child).toMatchObject({ title: 'Child', labels: ['bug'], parent_id: parent.id, user_notes_count: 1 });
    // The author is not a member of the new group, so the importing user becomes the author.
    expect(parent).toMatchObject({ title: 'Parent', author: { id: owner.id } });
    expect(parent.description).toContain(`By Name of ${member.username}`);
    expect((await owner.api.get(`/groups/${body.id}/epics/${child.id}/notes`)).body).toMatchObject([{ body: 'Noted' }]);
    const inner = (await owner.api.get(`/groups/${encodeURIComponent(`${path}/inner`)}`)).body;
    expect(inner).toMatchObject({ name: 'Inner', parent_id: body.id, visibility: 'private' });
    expect((await owner.api.get(`/groups/${inner.id}/labels`)).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'deep' })]),
    );
    const deepest = (await owner.api.get(`/groups/${encodeURIComponent(`${path}/inner/deepest`)}`)).body;
    expect((await owner.api.get(`/groups/${deepest.id}/epics/1`)).body).toMatchObject({
      title: 'Below',
      parent_id: parent.id,
    });
    // New iids follow those of the archive.
    expect(created(await owner.api.post(`/groups/${body.id}/epics`, { title: 'New' })).iid).toBe(3);
    expect(created(await owner.api.post(`/groups/${body.id}/milestones`, { title: 'New' })).iid).toBe(2);
  });

  it('is imported into a group by its maintainers, with the visibility of the group', async () => {
    const parent = await createOwnedGroup(owner, { visibility: 'public' });
    const maintainer = await createUser();
    const developer = await createUser();
    for (const [user, level] of [[maintainer, 40] as const, [developer, 30] as const])
      created(await owner.api.post(`/groups/${parent.id}/members`, { user_id: user.id, access_level: level }));
    const path = unique('imported');
    const fields = { name: 'Inside', path, parent_id: parent.id };
    expect((await importGroup(archive, fields, developer)).status).toBe(403);
    expect((await importGroup(archive, { ...fields, parent_id: 999_999_999 }, maintainer)).status).toBe(404);
    expect((await importGroup(archive, fields, maintainer)).status).toBe(202);
    await waitForJob(maintainer, 'group_import');
    const { body } = await maintainer.api.get(`/groups/${encodeURIComponent(`${parent.full_path}/${path}`)}`);
    expect(body).toMatchObject({ parent_id: parent.id, visibility: 'public' });
    const inner = await maintainer.api.get(`/groups/${body.id}/subgroups`);
    expect(inner.body).toMatchObject([{ path: 'inner', visibility: 'internal' }]);
  });

  it('of an administrator restores the members by their emails', async () => {
    const admin = await createUser({ admin: true });
    const copy = await exportGroup(admin, group.id);
    const path = unique('imported');
    expect((await importGroup(copy, { name: 'With members', path }, admin)).status).toBe(202);
    await waitForJob(admin, 'group_import');
    const { body } = await admin.api.get(`/groups/${path}`);
    const members = (await admin.api.get(`/groups/${body.id}/members`)).body as Record<string, unknown>[];
    expect(members).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: admin.id, access_level: 50 }),
        expect.objectContaining({ id: owner.id, access_level: 50, expires_at: null }),
        expect.objectContaining({ id: member.id, access_level: 40, expires_at: '2999-12-31' }),
      ]),
    );
    expect((await admin.api.get(`/groups/${body.id}/epics/2`)).body.author.id).toBe(member.id);
  });

  it('requires an owner, and starts once in five minutes', async () => {
    expect((await member.api.post(`/groups/${group.id}/export`)).status).toBe(403);
    expect((await download(member, group.id)).status).toBe(403);
    const stranger = await createUser({ external: true });
    expect((await stranger.api.post(`/groups/${group.id}/export`)).status).toBe(404);
    expect((await api().post(`/groups/${group.id}/export`)).status).toBe(401);
    const other = await createOwnedGroup(owner);
    const responses = [];
    // A rate limit window may end between the requests.
    while (responses.length < 3) responses.push(await owner.api.post(`/groups/${other.id}/export`));
    expect(responses.find(({ status }) => status === 429)?.body).toEqual(TOO_OFTEN);
  });
});

describe('POST /groups/import', () => {
  const version: Entry = { name: 'VERSION', content: '0.2.4' };
  const all = (...ids: unknown[]): Entry => ({ name: 'tree/groups/_all.ndjson', content: `${ids.join('\n')}\n` });
  const attributes = (id: number, fields: object = {}): Entry => ({
    name: `tree/groups/${id}.json`,
    content: JSON.stringify({ name: 'x', path: `p${id}`, ...fields }),
  });
  const list = (id: number, relation: string, ...rows: unknown[]): Entry => ({
    name: `tree/groups/${id}/${relation}.ndjson`,
    content: rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
  });
  const epic = (id: number, fields: object = {}) => ({ id, iid: id, title: `Epic ${id}`, state: 'opened', ...fields });

  async function bring(entries: readonly Entry[], user: TestUser) {
    const path = unique('hostile');
    const taken = await importGroup(await createArchive(entries), { name: path, path }, user);
    expect([taken.status, taken.body]).toEqual([202, { message: '202 Accepted' }]);
    return { path, job: await waitForJob(user, 'group_import') };
  }

  it.each<[string, Entry[], string]>([
    ['no version', [all(1), attributes(1)], 'The archive has no VERSION'],
    ['another version', [{ ...version, content: '9' }, all(1), attributes(1)], 'Import version mismatch'],
    ['no groups', [version], 'The archive has no tree/groups/_all.ndjson or group.json'],
    ['no attributes', [version, all(1)], 'The archive has no tree/groups/1.json'],
    ['ids that are none', [version, all('"../1"'), attributes(1)], '_all.ndjson is invalid'],
    ['an id twice', [version, all(1, 1), attributes(1)], '_all.ndjson is invalid'],
    ['a path that leads out', [version, all(1), { name: '../x', content: 'x' }], 'a path that is not allowed'],
    ['a link', [version, { name: 'tree/groups/1.json', type: 'symlink', linkname: '/etc/passwd' }], 'neither a file'],
    ['an entry of another kind', [version, all(1), attributes(1), { name: 'project.json', content: '{}' }], 'belong'],
    ['no JSON', [version, all(1), { name: 'tree/groups/1.json', content: '{' }], 'not valid JSON'],
    ['a list for a group', [version, all(1), { name: 'tree/groups/1.json', content: '[]' }], 'is invalid'],
    ['a subgroup outside', [version, all(1, 2), attributes(1), attributes(2, { parent_id: 9 })], 'outside'],
    [
      'groups in a circle',
      [version, all(1, 2, 3), attributes(1), attributes(2, { parent_id: 3 }), attributes(3, { parent_id: 2 })],
      'outside',
    ],
    [
      'a path with a slash',
      [version, all(1, 2), attributes(1), attributes(2, { parent_id: 1, path: 'a/b' })],
      'name or path',
    ],
    [
      'a path twice',
      [version, all(1, 2, 3), attributes(1), ...[2, 3].map((id) => attributes(id, { parent_id: 1, path: 'Same' }))],
      'same path',
    ],
  ])('refuses an archive with %s, and leaves nothing of it', async (_what, entries, error) => {
    const user = await createUser();
    const { path, job } = await bring(entries, user);
    expect(job).toMatchObject({ status: 'failed', state: 'failed', error: expect.stringContaining(error) });
    expect((await user.api.get(`/groups/${path}`)).status).toBe(404);
    // The path is available again.
    expect((await user.api.post('/groups', { name: path, path })).status).toBe(201);
  });

  it.each<[string, Entry, string]>([
    ['a wrong label', list(1, 'labels', { title: 'a', color: 'red' }), 'labels 1: color is invalid'],
    [
      'a label twice',
      list(1, 'labels', ...[1, 2].map(() => ({ title: 'a', color: '#ffffff' }))),
      'labels 2: another entry has the same number or name',
    ],
    [
      'a badge that leads elsewhere',
      list(1, 'badges', { link_url: 'javascript:x', image_url: 'https://a.b' }),
      'link_url',
    ],
    [
      'a level that is none',
      list(1, 'members', { user_id: 1, access_level: 'all', user: { email: 'a@b.c' } }),
      'members 1: access_level is invalid',
    ],
    ['an epic without a title', list(1, 'epics', epic(2), { id: 3, iid: 3, title: '' }), 'epics 2: title is invalid'],
    ['a list of another product', list(1, 'iterations', { iid: 1 }), 'iterations cannot be imported (1 entry)'],
  ])('leaves out %s, and reports it', async (_what, entry, text) => {
    const user = await createUser();
    const labels = list(1, 'labels', { title: 'kept', color: '#ffffff' });
    const entries = [version, all(1), attributes(1), entry, ...(entry.name === labels.name ? [] : [labels])];
    const { path, job } = await bring(entries, user);
    expect(job).toMatchObject({ status: 'finished', state: 'done', error: expect.stringContaining(text) });
    const { body } = await user.api.get(`/groups/${path}/labels`);
    expect(body).toHaveLength(text.includes('color') ? 0 : 1);
  });

  it('sets parents of epics that are listed after their children', async () => {
    const user = await createUser();
    const entries = [
      version,
      all(1),
      attributes(1),
      list(1, 'epics', epic(1, { parent_id: 2 }), epic(2, { parent: { id: 3 } }), epic(3)),
    ];
    const { path, job } = await bring(entries, user);
    expect(job).toMatchObject({ status: 'finished', error: null });
    const { body } = await user.api.get(`/groups/${path}/epics?order_by=created_at&sort=asc`);
    const byIid = new Map(
      (body as { iid: number; id: number; parent_id: number | null }[]).map((one) => [one.iid, one]),
    );
    expect(byIid.get(1)?.parent_id).toBe(byIid.get(2)?.id);
    expect(byIid.get(2)?.parent_id).toBe(byIid.get(3)?.id);
    expect(byIid.get(3)?.parent_id).toBeNull();
  });

  describe('imports an archive that is one file', () => {
    const single = (content: object | string): Entry => ({
      name: 'group.json',
      content: typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    });
    const at = '2019-11-20T17:02:14.336Z';

    it('with its subgroups and their lists', async () => {
      const user = await createUser();
      const { path, job } = await bring(
        [
          version,
          single({
            name: 'group',
            path: 'group',
            description: 'Old',
            visibility_level: 0,
            parent_id: null,
            created_at: '2019-11-20 17:01:53 UTC',
            milestones: [{ id: 7, title: 'v1.0', iid: 5, state: 'closed', created_at: at, updated_at: at }],
            labels: [{ id: 1, title: 'bug', color: '#1d2da4', type: 'GroupLabel', priorities: [] }],
            badges: [{ id: 10, link_url: 'https://example.com', image_url: 'https://example.com/i.svg' }],
            boards: [
              {
                id: 56,
                name: 'Development',
                created_at: at,
                updated_at: at,
                milestone_id: null,
                lists: [
                  { list_type: 'backlog', position: null },
                  { list_type: 'label', position: 0, label: { id: 1, title: 'bug', color: '#1d2da4' } },
                ],
              },
            ],
            epics: [{ id: 3, iid: 4, title: 'Old epic', state_id: 'closed', notes: [{ note: 'Seen', author_id: 1 }] }],
            epic_boards: [{ id: 1 }],
            children: [
              {
                name: 'Inner',
                path: 'inner',
                visibility_level: 0,
                parent_id: 4351,
                labels: [{ title: 'deep', color: '#00ff00' }],
                children: [{ name: 'Deepest', path: 'deepest', visibility_level: 0 }],
              },
            ],
          }),
        ],
        user,
      );
      expect(job).toMatchObject({
        status: 'finished',
        error: 'Not imported: epic_boards cannot be imported (1 entry)',
      });
      const group = (await user.api.get(`/groups/${path}`)).body;
      expect(group).toMatchObject({ description: 'Old', visibility: 'private' });
      expect((await user.api.get(`/groups/${group.id}/labels`)).body).toMatchObject([{ name: 'bug' }]);
      expect((await user.api.get(`/groups/${group.id}/milestones`)).body).toMatchObject([{ iid: 5, state: 'closed' }]);
      expect((await user.api.get(`/groups/${group.id}/badges`)).body).toHaveLength(1);
      expect((await user.api.get(`/groups/${group.id}/boards`)).body).toMatchObject([
        { name: 'Development', lists: [{ position: 0, label: { name: 'bug' } }] },
      ]);
      expect((await user.api.get(`/groups/${group.id}/epics`)).body).toMatchObject([
        { iid: 4, title: 'Old epic', state: 'closed', user_notes_count: 1 },
      ]);
      const deepest = await user.api.get(`/groups/${encodeURIComponent(`${path}/inner/deepest`)}`);
      expect(deepest.body).toMatchObject({ name: 'Deepest' });
    });

    it.each<[string, Entry, string]>([
      ['no JSON', single('{'), 'group.json is not valid JSON'],
      ['a list', single('[]'), 'group.json is invalid'],
      ['deep nesting', single(`{"labels": ${'['.repeat(200)}${']'.repeat(200)}}`), 'nested too deeply'],
      ['a subgroup that is none', single({ children: ['inner'] }), 'group.json is invalid'],
      ['a subgroup without a path', single({ children: [{ name: 'Inner' }] }), 'path is invalid'],
    ])('unless it is %s', async (_what, entry, error) => {
      const user = await createUser();
      const { path, job } = await bring([version, entry], user);
      expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining(error) });
      expect((await user.api.get(`/groups/${path}`)).status).toBe(404);
    });
  });

  it('omits cyclic epic hierarchies, and permissions in the archive', async () => {
    const user = await createUser();
    const other = await createUser();
    const { path, job } = await bring(
      [
        ...[version, all(1), attributes(1, { runners_token: 'chosen', creator_id: 1, deleting_at: '2020-01-01' })],
        list(1, 'epics', epic(1, { parent_id: 2 }), epic(2, { parent_id: 1 }), epic(3, { parent_id: 3, author_id: 5 })),
        list(1, 'members', { user_id: 5, access_level: 50, user: { email: `${other.username}@example.com` } }),
      ],
      user,
    );
    expect(job).toMatchObject({ status: 'finished', error: null });
    const group = (await user.api.get(`/groups/${path}`)).body;
    expect(group.runners_token).not.toBe('chosen');
    const epics = (await user.api.get(`/groups/${group.id}/epics?order_by=created_at&sort=asc`)).body as {
      iid: number;
      id: number;
      parent_id: number | null;
      author: { id: number };
    }[];
    const byIid = new Map(epics.map((one) => [one.iid, one]));
    expect(byIid.get(1)?.parent_id).toBeNull();
    expect(byIid.get(2)?.parent_id).toBe(byIid.get(1)?.id);
    expect(byIid.get(3)).toMatchObject({ parent_id: null, author: { id: user.id } });
    expect((await user.api.get(`/groups/${group.id}/members`)).body).toMatchObject([{ id: user.id }]);
    expect((await other.api.get(`/groups/${path}`)).status).toBe(404);
  });

  it('refuses invalid imports immediately', async () => {
    const user = await createUser();
    const sound = await createArchive([version, all(1), attributes(1)]);
    const taken = await createOwnedGroup(user);
    expect(await importGroup(sound, { name: 'x', path: taken.path }, user)).toMatchObject({
      status: 400,
      body: { message: 'Failed to save group {:path=>["has already been taken"]}' },
    });
    expect((await importGroup(sound, { name: 'x', path: 'a/b' }, user)).status).toBe(400);
    expect(await importGroup(sound, { path: 'x' }, user)).toMatchObject({ body: { error: 'name is missing' } });
    const path = unique('text');
    expect((await importGroup(Buffer.from('no archive'), { name: 'x', path }, user)).status).toBe(400);
    expect((await importGroup(sound, { name: 'x', path }, user)).status).toBe(202);
    const limited = await createUser({ can_create_group: false });
    expect((await importGroup(sound, { name: 'x', path: unique('x') }, limited)).status).toBe(403);
    await waitFor(
      () => user.api.get(`/groups/${path}`),
      ({ status }) => status === 200,
    );
  });
});
