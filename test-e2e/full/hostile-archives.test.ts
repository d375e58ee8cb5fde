/** Handcrafted archives: from older instances, and malicious ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createProject,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import { importArchive, waitForImport, createArchive, type Entry } from '../support/archives';
import { git, temporaryFolder } from '../support/git';

const root = asRoot();
const version: Entry = { name: 'VERSION', content: '0.2.4' };
const secret = 'a'.repeat(32);

function tree(fields: object = {}): Entry {
  return {
    name: 'project.json',
    content: JSON.stringify({ description: 'From elsewhere', visibility_level: 0, ...fields }),
  };
}

/** An archive with an entry that declares a size larger than any disk. */
async function createBomb(): Promise<Buffer> {
  const sound = gunzipSync(await createArchive([version, { name: 'project.json', content: '{}' }]));
  const header = sound.subarray(1024, 1536);
  header.write('777777777777', 124, 12, 'ascii');
  header.write('        ', 148, 8, 'ascii');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8, 'ascii');
  return gzipSync(sound);
}

describe('POST /projects/import', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await createUser();
  });

  async function bring(entries: readonly Entry[], fields: object = {}, as: Pick<TestUser, 'api'> = user) {
    const path = unique('import');
    const taken = await importArchive(as.api, await createArchive(entries), { path, ...fields });
    if (taken.status !== 201) throw new Error(`not taken: ${taken.status} ${JSON.stringify(taken.body)}`);
    const ended = await waitForImport(as.api, taken.body.id as number);
    return { id: taken.body.id as number, path, body: ended.body };
  }

  describe('imports an archive of the 12.x layout', () => {
    const author = { author_id: 7, author: { name: 'Ada Elsewhere' } };
    const at = '2020-01-02T03:04:05.678Z';
    const label = { id: 5, title: 'bug', color: '#ff0000', project_id: 99, type: 'ProjectLabel', description: null };
    const sha = 'b'.repeat(40);
    let id: number;

    beforeAll(async () => {
      const notes = [
        {
          id: 1,
          note: 'Seen',
          noteable_type: 'Issue',
          created_at: at,
          updated_at: at,
          system: false,
          ...author,
          award_emoji: [],
        },
        { id: 2, note: 'closed', noteable_type: 'Issue', created_at: at, updated_at: at, system: true, ...author },
      ];
      const position = JSON.stringify({
        base_sha: sha,
        start_sha: sha,
        head_sha: sha,
        new_path: 'a',
        old_path: 'a',
        position_type: 'text',
        old_line: null,
        new_line: 1,
      });
      const entries = [
        { name: './', type: 'directory' as const },
        { name: './VERSION', content: '0.2.4\n' },
        { name: 'GITLAB_VERSION', content: '12.9.0' },
        { name: 'lfs-objects.json', content: '{}' },
        { name: `uploads/${secret}/file.txt`, content: 'attached' },
        tree({
          ci_pipelines: [
            { id: 1, stages: [{ statuses: [] }] },
            {
              id: 2,
              sha,
              ref: 'main',
              status: 'success',
              user_id: 7,
              created_at: at,
              updated_at: at,
              stages: [
                {
                  name: 'test',
                  statuses: [
                    { type: 'Ci::Build', name: 'unit', stage: 'test', status: 'failed', created_at: at, user_id: 7 },
                    { type: 'GenericCommitStatus', name: 'lint', stage: 'test', status: 'skipped', created_at: at },
                  ],
                },
              ],
            },
          ],
          // Older archives contain them in any order.
          issues: [
            {
              id: 12,
              iid: 4,
              title: 'Old',
              description: `![x](/uploads/${secret}/file.txt)`,
              state: 'closed',
              project_id: 99,
              created_at: at,
              updated_at: at,
              author_id: 7,
              confidential: false,
              weight: null,
              relative_position: 1073742323,
              timelogs: [
                { id: 1, time_spent: 3600, user_id: 7 },
                { id: 2, time_spent: -600, user_id: 7 },
              ],
              notes,
              label_links: [{ id: 1, label_id: 5, target_id: 12, label }],
              issue_assignees: [{ user_id: 7, issue_id: 12 }],
              milestone: {
                id: 3,
                title: 'Group wide',
                iid: 9,
                state: 'active',
                group_id: 1,
                created_at: at,
                updated_at: at,
              },
              award_emoji: [{ id: 1, name: 'thumbsup', user_id: 7, awardable_id: 12, created_at: at, updated_at: at }],
              events: [],
            },
          ],
          labels: [
            {
              ...label,
              created_at: at,
              updated_at: at,
              priorities: [{ id: 1, project_id: 99, label_id: 5, priority: 2 }],
            },
          ],
          milestones: [
            { id: 2, title: '1.0', iid: 1, state: 'closed', created_at: at, updated_at: at, due_date: '2020-05-06' },
          ],
          merge_requests: [
            {
              id: 27,
              iid: 3,
              title: 'Fix',
              target_branch: 'main',
              source_branch: 'fix',
              state_id: 1,
              merge_status: 'unchecked',
              source_project_id: 98,
              target_project_id: 99,
              author_id: 7,
              created_at: at,
              updated_at: at,
              squash: true,
              merge_params: { force_remove_source_branch: '1' },
              time_estimate: 60,
              merge_request_diff: {
                id: 27,
                state: 'collected',
                base_commit_sha: sha,
                head_commit_sha: sha,
                start_commit_sha: sha,
                real_size: '1',
                created_at: at,
                merge_request_diff_commits: [{ sha, relative_order: 0 }],
                merge_request_diff_files: [],
              },
              notes: [
                {
                  id: 3,
                  note: 'Here',
                  type: 'DiffNote',
                  position,
                  discussion_id: 'c'.repeat(40),
                  created_at: at,
                  updated_at: at,
                  ...author,
                },
              ],
            },
          ],
          releases: [
            {
              id: 1,
              tag: 'v1',
              name: 'v1',
              description: 'First',
              sha,
              author_id: 7,
              created_at: at,
              released_at: at,
              links: [{ url: 'https://example.com/f', name: 'f' }],
            },
          ],
          protected_branches: [
            {
              id: 1,
              name: 'main',
              push_access_levels: [{ access_level: 40 }, { access_level: 40, user_id: 3 }],
              merge_access_levels: [{ access_level: 30 }],
            },
          ],
          project_members: [
            {
              id: 1,
              access_level: 40,
              source_type: 'Project',
              user_id: 7,
              user: { id: 7, email: 'nobody@elsewhere.example', username: 'root' },
            },
          ],
          project_feature: { issues_access_level: 20, wiki_access_level: 0, snippets_access_level: 10 },
        }),
      ];
      const { id: made, body } = await bring(entries);
      expect(body).toMatchObject({ import_status: 'finished' });
      id = made;
    });

    it('with its settings', async () => {
      const { body } = await user.api.get(`/projects/${id}`);
      expect(body).toMatchObject({
        description: 'From elsewhere',
        visibility: 'private',
        import_status: 'finished',
        default_branch: null,
      });
      expect([body.wiki_access_level, body.snippets_access_level]).toEqual(['disabled', 'private']);
      expect((await user.api.get(`/projects/${id}/members`)).body).toMatchObject([{ id: user.id }]);
    });

    it('with issues of the importing user, and a note about their authors', async () => {
      const { body } = await user.api.get(`/projects/${id}/issues/4`);
      expect(body).toMatchObject({
        title: 'Old',
        state: 'closed',
        labels: ['bug'],
        assignees: [],
        upvotes: 1,
        user_notes_count: 1,
      });
      expect(body).toMatchObject({
        author: { id: user.id },
        created_at: at,
        milestone: { title: 'Group wide', iid: 2 },
      });
      expect(body.time_stats.total_time_spent).toBe(3000);
      const { body: notes } = await user.api.get(`/projects/${id}/issues/4/notes?sort=asc`);
      expect(notes[0].body).toBe(`Seen\n\n*By Ada Elsewhere on ${at} (imported from a project archive)*`);
      const made = await user.api.post(`/projects/${id}/issues`, { title: 'Next' });
      expect(made.body.iid).toBe(5);
    });

    it('with merge requests; those of forks are closed', async () => {
      const { body } = await user.api.get(`/projects/${id}/merge_requests/3`);
      expect(body).toMatchObject({
        state: 'closed',
        squash: true,
        force_remove_source_branch: true,
        diff_refs: { head_sha: sha },
      });
      const { body: threads } = await user.api.get(`/projects/${id}/merge_requests/3/discussions`);
      expect(threads[0].notes[0]).toMatchObject({ type: 'DiffNote', position: { new_line: 1, new_path: 'a' } });
    });

    it('with pipelines, whose states are derived from their statuses', async () => {
      const { body } = await user.api.get(`/projects/${id}/pipelines`);
      expect(body).toMatchObject([{ sha, ref: 'main', status: 'failed', created_at: at }]);
    });

    it('with releases, and with protections by role only', async () => {
      expect((await user.api.get(`/projects/${id}/releases`)).body).toMatchObject([
        { tag_name: 'v1', description: 'First' },
      ]);
      const { body } = await user.api.get(`/projects/${id}/protected_branches`);
      expect(body).toMatchObject([
        { name: 'main', push_access_levels: [{ access_level: 40 }], merge_access_levels: [{ access_level: 30 }] },
      ]);
    });
  });

  it('omits attached files that are larger than the limit', async () => {
    const { max_attachment_size } = (await root.get('/application/settings')).body;
    await root.put('/application/settings', { max_attachment_size: 1 });
    try {
      const { id, body } = await bring([
        ...[version, tree()],
        { name: `uploads/${secret}/small.txt`, content: 'attached' },
        { name: `uploads/${secret}/large.txt`, content: 'x'.repeat(1024 * 1024 + 1) },
      ]);
      expect(body).toMatchObject({ import_status: 'finished' });
      const { path_with_namespace: place } = (await user.api.get(`/projects/${id}`)).body;
      const statusOf = async (name: string): Promise<number> =>
        (await fetch(`${mesh().url}/${place}/uploads/${secret}/${name}`, { headers: { 'private-token': user.token } }))
          .status;
      expect([await statusOf('small.txt'), await statusOf('large.txt')]).toEqual([200, 404]);
    } finally {
      await root.put('/application/settings', { max_attachment_size });
    }
  });

  const good: Entry[] = [version, tree()];
  const issue = { iid: 1, title: 'One' };
  const created_at = '2020-01-02T03:04:05.000Z';
  const pipeline = { sha: 'a'.repeat(40), ref: 'main', created_at, stages: [] };
  const status = { name: 'test', status: 'success', created_at };
  const hostile: [string, Entry[], string][] = [
    [
      'a symbolic link',
      [...good, { name: 'uploads/x', type: 'symlink', linkname: '/etc/passwd' }],
      'neither a file nor a folder',
    ],
    [
      'a hard link',
      [...good, { name: 'project.bundle', type: 'link', linkname: 'VERSION' }],
      'neither a file nor a folder',
    ],
    ['a device', [...good, { name: 'project.bundle', type: 'character-device' }], 'neither a file nor a folder'],
    ['a way out', [...good, { name: `uploads/${secret}/../../../x`, content: '' }], 'a path that is not allowed'],
    ['an absolute path', [...good, { name: '/etc/cron.d/x', content: '' }], 'a path that is not allowed'],
    ['a backslash', [...good, { name: `uploads/${secret}/..\\x`, content: '' }], 'a path that is not allowed'],
    ['an entry twice', [...good, version], 'an entry twice'],
    ['an entry of another kind', [...good, { name: 'hooks/post-receive', content: 'x' }], 'does not belong there'],
    [
      'another version',
      [{ name: 'VERSION', content: '0.2.5' }, tree()],
      'Import version mismatch: Required 0.2.4 but was 0.2.5',
    ],
    ['no version', [tree()], 'The archive has no VERSION'],
    ['no tree', [version], 'The archive has no tree/project.json or project.json'],
    ['a tree that is no JSON', [version, { name: 'project.json', content: '{"labels": [' }], 'not valid JSON'],
    ['a tree that is a list', [version, { name: 'project.json', content: ' [{"labels": []}]' }], 'not a JSON object'],
    ['a list that is none', [version, tree({ issues: { first: issue } })], 'project.json: issues is not a list'],
    ['a bundle that is none', [...good, { name: 'project.bundle', content: 'x' }], 'The repository cannot be imported'],
  ];

  describe('refuses', () => {
    let brought: Awaited<ReturnType<typeof bring>>[];
    // A separate user, because the number of imports is limited.
    let attacker: TestUser;
    beforeAll(async () => {
      attacker = await createUser();
      brought = await Promise.all(hostile.map(([, entries]) => bring(entries, {}, attacker)));
    });

    it.each(hostile.map(([what, , text], at) => [what, text, at] as const))(
      '%s, and leaves nothing',
      async (_what, text, at) => {
        const { id, path, body } = brought[at] as (typeof brought)[number];
        expect(body).toMatchObject({ id, path, import_status: 'failed', import_error: expect.stringContaining(text) });
        expect((await root.get(`/projects/${id}`)).status).toBe(404);
        // The path is available again.
        expect((await attacker.api.post('/projects', { path })).status).toBe(201);
      },
    );
  });

  describe('leaves out, and reports', () => {
    const invalid: [string, Entry[], object][] = [
      [
        'a number twice',
        [version, tree({ issues: [issue, { ...issue, title: 'Two' }] })],
        {
          exception_class: 'DuplicateEntry',
          relation_name: 'issues',
          line_number: 2,
          exception_message: 'issues 2: another entry has the same number or name',
        },
      ],
      ['an issue without a title', [version, tree({ issues: [{ iid: 1 }] })], refusal('issues 1: title is invalid')],
      [
        'an issue with a note that is invalid',
        [version, tree({ issues: [{ ...issue, notes: [{ note: 'x' }, { note: '' }] }] })],
        refusal('issues 1: notes: note is invalid'),
      ],
      [
        'a moment that is none',
        [version, tree({ issues: [{ ...issue, created_at: 'soon' }] })],
        refusal('issues 1: created_at is invalid'),
      ],
      ['a label that is none', [version, tree({ labels: ['bug'] })], refusal('labels 1 is invalid')],
      [
        'a pipeline without a commit',
        [version, tree({ ci_pipelines: [{ ...pipeline, sha: 'main' }] })],
        refusal('ci_pipelines 1: sha is invalid'),
      ],
      [
        'a status of an unknown state',
        [version, tree({ ci_pipelines: [{ ...pipeline, stages: [{ statuses: [{ ...status, status: 'won' }] }] }] })],
        refusal('ci_pipelines 1: stages: statuses: status is invalid'),
      ],
      [
        'a status that runs code',
        [
          version,
          tree({
            ci_pipelines: [{ ...pipeline, stages: [{ statuses: [{ ...status, target_url: 'javascript:1' }] }] }],
          }),
        ],
        refusal('ci_pipelines 1: stages: statuses: target_url is invalid'),
      ],
      [
        'a badge that runs code',
        [version, tree({ project_badges: [{ link_url: 'javascript:1', image_url: 'https://e.com' }] })],
        { exception_class: 'InvalidEntry', relation_name: 'project_badges', line_number: 1 },
      ],
      [
        'a member with a level that is none',
        [version, tree({ project_members: [{ user_id: 1, access_level: 'all', user: { email: 'a@b.c' } }] })],
        refusal('project_members 1: access_level is invalid'),
      ],
      [
        'a file in no place of its own',
        [...good, { name: 'uploads/1/2/3.txt', content: 'x' }],
        {
          exception_class: 'UnsupportedRelation',
          relation_name: 'uploads',
          line_number: 0,
          exception_message: 'uploads cannot be imported (1 entry)',
        },
      ],
    ];
    let brought: Awaited<ReturnType<typeof bring>>[];
    beforeAll(async () => {
      const importer = await createUser();
      brought = await Promise.all(invalid.map(([, entries]) => bring(entries, {}, importer)));
    });

    it.each(invalid.map(([what, , failure], at) => [what, failure, at] as const))('%s', async (_what, failure, at) => {
      const { id, body } = brought[at] as (typeof brought)[number];
      expect(body).toMatchObject({ import_status: 'finished', failed_relation_count: 1 });
      expect(body.failed_relations).toEqual([
        {
          id: 1,
          created_at: expect.any(String),
          exception_class: 'InvalidEntry',
          source: 'relation',
          exception_message: expect.any(String),
          relation_name: expect.any(String),
          line_number: 1,
          ...failure,
        },
      ]);
      const { body: issues } = await root.get(`/projects/${id}/issues?scope=all`);
      expect(issues).toHaveLength(body.failed_relations[0].line_number === 2 ? 1 : 0);
      expect((await root.get(`/projects/${id}/pipelines`)).body).toEqual([]);
      expect((await root.get(`/projects/${id}/badges`)).body).toEqual([]);
    });

    function refusal(exception_message: string): object {
      return { exception_message, relation_name: exception_message.split(' ')[0] };
    }
  });

  it('imports custom attributes for administrators only, each key once', async () => {
    const entry = { key: 'team', value: 'core' };
    const attributes = (...custom_attributes: object[]): Entry[] => [version, tree({ custom_attributes })];
    const fields = { namespace: user.username };
    const [doubled, nameless, taken, ignored] = await Promise.all([
      bring(attributes(entry, entry), fields, { api: root }),
      bring(attributes({ key: '', value: 'x' }), fields, { api: root }),
      bring(attributes(entry), fields, { api: root }),
      bring(attributes(entry, entry)),
    ]);
    expect(doubled.body).toMatchObject({
      import_status: 'finished',
      failed_relations: [{ exception_message: 'custom_attributes 2: another entry has the same key' }],
    });
    expect((await root.get(`/projects/${doubled.id}/custom_attributes`)).body).toEqual([entry]);
    expect(nameless.body).toMatchObject({
      import_status: 'finished',
      failed_relations: [{ exception_message: 'custom_attributes 1: key is invalid' }],
    });
    expect((await root.get(`/projects/${taken.id}/custom_attributes`)).body).toEqual([entry]);
    expect((await root.get(`/projects/${ignored.id}/custom_attributes`)).body).toEqual([]);
  });

  it('refuses an archive that would be too large, before unpacking it', async () => {
    const bomb = await createBomb();
    const taken = await importArchive(user.api, bomb, { path: unique('bomb') });
    const { body } = await waitForImport(user.api, taken.body.id as number);
    expect(body.import_error).toBe('The archive is too large when it is unpacked');
  });

  it('refuses invalid archives immediately', async () => {
    for (const content of ['', 'x', 'no archive']) {
      const path = unique('none');
      const response = await importArchive(user.api, Buffer.from(content), { path });
      expect([response.status, response.body]).toEqual([400, { message: 'file is invalid' }]);
    }
    const cut = (await createArchive(good)).subarray(0, 60);
    const taken = await importArchive(user.api, cut, { path: unique('cut') });
    const { body } = await waitForImport(user.api, taken.body.id as number);
    expect(body.import_error).toBe('The archive is damaged');
  });

  it('can be started thirty times in five minutes by one user', async () => {
    const busy = await createUser();
    const begin = () => importArchive(busy.api, Buffer.from('no archive'), { path: unique('often') });
    const responses: ApiResponse[] = [];
    // A rate limit window may end between the requests, at most once.
    while (responses.length < 61 && responses.at(-1)?.status !== 429) responses.push(await begin());
    expect(responses.length).toBeGreaterThan(30);
    expect([...new Set(responses.map(({ status }) => status))]).toEqual([400, 429]);
    const { headers, body } = responses.at(-1) as ApiResponse;
    expect(body).toEqual({
      message: { error: 'This endpoint has been requested too many times. Try again later.' },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('checks its parameters and permissions', async () => {
    const archive = await createArchive(good);
    const refused = async (fields: Record<string, string>) => {
      const { status, body } = await importArchive(user.api, archive, fields);
      return [status, body];
    };
    expect(await refused({})).toEqual([400, { error: 'path is missing' }]);
    expect((await user.api.post('/projects/import', { path: 'x' })).body).toEqual({ error: 'file is missing' });
    expect(await refused({ path: unique('x'), namespace: 'nowhere-at-all' })).toEqual([
      404,
      { message: '404 Namespace Not Found' },
    ]);
    const other = await createUser();
    expect(await refused({ path: unique('x'), namespace: other.username })).toEqual([
      404,
      { message: '404 Namespace Not Found' },
    ]);
    expect(await refused({ path: '-x' })).toEqual([400, { message: expect.stringMatching(/^Path can contain only/) }]);
    const taken = await createProject(user.api);
    expect(await refused({ path: taken.path })).toEqual([400, { message: 'Name has already been taken' }]);
    expect(await refused({ path: taken.path, name: unique('other') })).toEqual([
      400,
      { message: 'Path has already been taken' },
    ]);
    const fields = { path: unique('x'), 'override_params[visibility]': 'secret' };
    expect(await refused(fields)).toEqual([400, { error: 'override_params[visibility] does not have a valid value' }]);
    expect((await api().post('/projects/import', { path: 'x' })).status).toBe(401);
  });

  it('replaces a project of its owner, and settings override the archive', async () => {
    const before = await createProject(user.api);
    const overrides = { 'override_params[description]': 'Mine', 'override_params[issues_enabled]': 'false' };
    const taken = await importArchive(user.api, await createArchive(good), {
      path: before.path,
      overwrite: 'true',
      'override_params[name]': 'Another name',
      ...overrides,
    });
    expect(taken.status).toBe(201);
    await waitForImport(user.api, taken.body.id as number);
    const { body: after } = await user.api.get(`/projects/${encodeURIComponent(before.path_with_namespace)}`);
    expect(after).toMatchObject({
      id: taken.body.id,
      created_at: taken.body.created_at,
      name: 'Another name',
      description: 'Mine',
      issues_enabled: false,
    });
    await waitFor(
      () => user.api.get(`/projects/${before.id}`),
      ({ status }) => status === 404,
    );
  });

  it('uses the requested default branch if the archive contains it', async () => {
    const work = temporaryFolder('bundle');
    await git(work, 'init', '-q', '-b', 'main');
    await git(work, 'commit', '-q', '--allow-empty', '-m', 'First');
    await git(work, 'branch', 'other');
    await git(work, 'bundle', 'create', '-q', 'project.bundle', '--all');
    const content = readFileSync(join(work, 'project.bundle'));
    const entries = [...good, { name: 'project.bundle', content }];
    const override = (branch: string) => ({ 'override_params[default_branch]': branch });
    const branches = await Promise.all(
      [{}, override('other'), override('missing')].map(async (fields) => {
        const { id, body } = await bring(entries, fields);
        return body.import_error ?? (await user.api.get(`/projects/${id}`)).body.default_branch;
      }),
    );
    expect(branches).toEqual(['main', 'other', 'Default branch is not in the archive']);
  });

  it('shows its state to the importing user, and keeps the project to be replaced if it fails', async () => {
    const before = await createProject(user.api);
    const fields = { path: before.path, overwrite: 'true' };
    const taken = await importArchive(user.api, await createArchive([tree()]), fields);
    const stranger = await createUser();
    expect((await stranger.api.get(`/projects/${taken.body.id}/import`)).status).toBe(404);
    expect((await waitForImport(user.api, taken.body.id as number)).body.import_status).toBe('failed');
    expect((await user.api.get(`/projects/${encodeURIComponent(before.path_with_namespace)}`)).body.id).toBe(before.id);
    const { body } = await user.api.get(`/projects/${before.id}/import`);
    expect(body).toMatchObject({ id: before.id, import_status: 'none', path: before.path });
    expect(body).not.toHaveProperty('import_error');
  });
});
