/** Project archives as current versions of other instances write them: one file per relation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import { createArchive, importArchive, waitForImport, type Entry } from '../support/archives';
import { git, temporaryFolder } from '../support/git';
import { getLfsObject, sha256Of } from '../support/lfs-objects';

const secret = 'e'.repeat(32);
const at = '2024-04-04T14:09:30.399+02:00';
const times = { created_at: at, updated_at: at };
const versions: Entry[] = [
  { name: './VERSION', content: '0.2.4' },
  { name: './GITLAB_VERSION', content: '17.5.1-ee' },
  { name: './GITLAB_REVISION', content: 'abcdef12345' },
];

/** The file of a relation; rows are objects or lines of text. */
function relation(name: string, ...rows: readonly (object | string)[]): Entry {
  const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
  return { name: `./tree/project/${name}.ndjson`, content: `${lines.join('\n')}\n` };
}

function attributes(fields: object = {}): Entry {
  return { name: './tree/project.json', content: JSON.stringify({ description: 'Newer', ...fields }) };
}

describe('POST /projects/import', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await createUser();
  });

  async function bring(entries: readonly Entry[], as: Pick<TestUser, 'api'> = user) {
    const path = unique('import');
    const taken = await importArchive(as.api, await createArchive(entries), { path });
    if (taken.status !== 201) throw new Error(`not taken: ${taken.status} ${JSON.stringify(taken.body)}`);
    expect(taken.body).toMatchObject({ failed_relations: [], failed_relation_count: 0 });
    const ended = await waitForImport(as.api, taken.body.id as number);
    return { id: taken.body.id as number, path, body: ended.body };
  }

  describe('imports an archive with one file per relation', () => {
    let path: string;
    let first: string;
    let status: Awaited<ReturnType<typeof bring>>['body'];

    beforeAll(async () => {
      const work = temporaryFolder('bundle');
      await git(work, 'init', '-q', '-b', 'trunk');
      await git(work, 'commit', '-q', '--allow-empty', '-m', 'First');
      first = (await git(work, 'rev-parse', 'HEAD')).trim();
      await git(work, 'bundle', 'create', '-q', 'project.bundle', 'HEAD', '--all');
      const label = { id: 5, title: 'bug', color: '#d9534f', type: 'ProjectLabel', lock_on_merge: false, ...times };
      const author = { author_id: 7, author: { name: 'Ada Elsewhere' } };
      const note = {
        note: 'Seen',
        noteable_type: 'Issue',
        system: false,
        attachment: { url: null },
        ...author,
        ...times,
      };
      const diff = {
        state: 'overflow_diff_files_limit',
        real_size: '1+',
        created_at: at,
        start_commit_sha: first,
        base_commit_sha: first,
        head_commit_sha: first,
        merge_request_diff_commits: [{ sha: first, relative_order: 0, message: 'First' }],
        merge_request_diff_files: [{ new_path: 'a', old_path: 'a', utf8_diff: '@@ -1 +1 @@' }],
      };
      const position = { base_sha: first, start_sha: first, head_sha: first, new_path: 'a', old_path: 'a' };
      const build = {
        name: 'unit',
        stage: 'test',
        ref: 'trunk',
        user_id: 7,
        created_at: at,
        options: { script: ['x'] },
      };
      const imported = await bring([
        { name: './', type: 'directory' },
        ...versions,
        { name: './tree', type: 'directory' },
        { name: './tree/project', type: 'directory' },
        attributes({
          visibility_level: 0,
          archived: false,
          build_timeout: 1800,
          ci_config_path: '',
          squash_option: 'always',
          merge_requests_ff_only_enabled: true,
          merge_requests_rebase_enabled: true,
        }),
        relation('project_feature', { issues_access_level: 20, wiki_access_level: 0, pages_access_level: 10 }),
        relation('auto_devops', { enabled: false, deploy_strategy: 'manual' }),
        relation('ci_cd_settings', { group_runners_enabled: true, default_git_depth: 20 }),
        relation('labels', { ...label, priorities: [{ priority: 2 }] }),
        relation('milestones', { title: '1.0', iid: 4, state: 'active', due_date: '2024-05-06', events: [], ...times }),
        relation('boards', {
          name: 'Development',
          milestone_id: null,
          weight: null,
          ...times,
          lists: [
            { list_type: 'backlog', position: null, user_id: null },
            { list_type: 'label', position: 1, label: { ...label, title: 'later' } },
            { list_type: 'label', position: 0, label },
            { list_type: 'closed', position: null, user_id: null },
          ],
        }),
        relation('issues', {
          iid: 9,
          title: 'Newer',
          description: `![x](/uploads/${secret}/file.txt)`,
          state: 'closed',
          issue_type: 'issue',
          author_id: 7,
          author: { name: 'Ada Elsewhere' },
          confidential: false,
          weight: null,
          ...times,
          notes: [note, { ...note, note: 'closed', system: true, system_note_metadata: { action: 'closed' } }],
          label_links: [{ target_type: 'Issue', label }],
          milestone: { title: '1.0', iid: 4, state: 'active', ...times },
          issue_assignees: [{ user_id: 7 }],
          award_emoji: [{ name: 'thumbsup', user_id: 7, ...times }],
          timelogs: [{ time_spent: 60, user_id: 7 }],
          designs: [],
          resource_label_events: [],
          zoom_meetings: [],
        }),
        relation('merge_requests', {
          iid: 3,
          title: 'Change',
          source_branch: 'change',
          target_branch: 'trunk',
          state: 'merged',
          squash: false,
          source_project_id: 1,
          target_project_id: 1,
          author_id: 7,
          merge_params: {},
          merge_commit_sha: first,
          ...times,
          metrics: { merged_at: at, merged_by_id: 7 },
          merge_request_diff: diff,
          merge_request_reviewers: [{ user_id: 7, state: 'review_started', ...times }],
          approvals: [{ user_id: 7 }],
          notes: [
            { ...note, type: 'DiffNote', position: { ...position, position_type: 'text', new_line: 1 } },
            { ...note, type: 'DiffNote', position: { ...position, position_type: 'file' } },
          ],
        }),
        relation('commit_notes', { ...note, noteable_type: 'Commit', commit_id: first }),
        relation('releases', { tag: 'v1', name: 'One', sha: first, author_id: 7, ...times, links: [], evidences: [] }),
        relation('protected_branches', {
          name: 'trunk',
          allow_force_push: false,
          code_owner_approval_required: false,
          ...times,
          push_access_levels: [
            { access_level: 40, user_id: null, group_id: null },
            { access_level: 40, deploy_key_id: 2 },
          ],
          merge_access_levels: [{ access_level: 30 }],
          unprotect_access_levels: [],
        }),
        relation('protected_tags', { name: 'v*', create_access_levels: [{ access_level: 40 }], ...times }),
        relation('ci_pipelines', {
          iid: 1,
          sha: first,
          ref: 'trunk',
          source: 'push',
          status: 'success',
          user_id: 7,
          ...times,
          stages: [
            {
              name: 'test',
              position: 0,
              builds: [{ ...build, status: 'success', coverage: 87.5 }],
              bridges: [{ ...build, name: 'child', status: 'skipped' }],
              generic_commit_statuses: [{ ...build, name: 'lint', status: 'waiting_for_callback' }],
            },
          ],
        }),
        relation('snippets', {
          id: 1,
          title: 'Script',
          file_name: 'a.sh',
          content: 'echo\n',
          visibility_level: 0,
          author_id: 7,
          ...times,
          notes: [{ ...note, noteable_type: 'Snippet' }],
          award_emoji: [],
        }),
        relation(
          'project_members',
          { access_level: 50, user_id: 7, user: { id: 7, username: 'ada', public_email: '' }, ...times },
          { access_level: 15, user_id: 8, user: { id: 8, username: 'eve', public_email: 'eve@elsewhere.example' } },
          { access_level: 30, user_id: null, invite_email: 'invited@elsewhere.example', ...times },
        ),
        relation('project_badges', {
          link_url: 'https://e.com',
          image_url: 'https://e.com/i.svg',
          type: 'ProjectBadge',
        }),
        relation('push_rule', { commit_message_regex: 'ticket', deny_delete_tag: null, max_file_size: 5 }),
        relation('user_contributions', { id: 7, username: 'ada' }),
        relation('container_expiration_policy', { cadence: '1d', enabled: false }),
        relation('pipeline_schedules', { cron: '0 4 * * 0' }, { cron: '0 5 * * 0' }),
        { name: './tree/project/external_pull_requests.ndjson', content: '' },
        { name: `./uploads/${secret}/file.txt`, content: 'attached' },
        { name: './project.bundle', content: readFileSync(join(work, 'project.bundle')) },
        { name: './project.design.bundle', content: 'x' },
        { name: './lfs-objects', type: 'directory' },
        { name: `./lfs-objects/${'1'.repeat(64)}`, content: 'x' },
        { name: `./lfs-objects/${sha256Of('large file')}`, content: 'large file' },
        {
          name: './lfs-objects.json',
          content: JSON.stringify({ [sha256Of('large file')]: [0, null], ['2'.repeat(64)]: [0] }),
        },
        { name: `./snippets/${'3'.repeat(64)}.bundle`, content: 'x' },
      ]);
      path = `/projects/${imported.id}`;
      status = imported.body;
    });

    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read any field
    const read = async (of: string): Promise<any> => (await user.api.get(`${path}${of}`)).body;

    it('and reports what it leaves out, once for each relation', () => {
      expect(status).toMatchObject({ import_status: 'finished', failed_relation_count: 6 });
      const failures = status.failed_relations as Record<string, unknown>[];
      expect(failures.map((one) => [one['relation_name'], one['exception_message']]).sort()).toEqual([
        ['container_expiration_policy', 'container_expiration_policy cannot be imported (1 entry)'],
        ['designs', 'designs cannot be imported (1 entry)'],
        ['lfs_objects', `lfs-objects/${'1'.repeat(64)} cannot be used: the digest of its content is another one`],
        ['lfs_objects', `lfs-objects/${'2'.repeat(64)} is missing in the archive`],
        ['pipeline_schedules', 'pipeline_schedules cannot be imported (2 entries)'],
        ['snippet_repositories', 'snippet_repositories cannot be imported (1 entry)'],
      ]);
      const omitted = failures.find(({ exception_class: name }) => name === 'UnsupportedRelation');
      expect(omitted).toEqual({
        id: expect.any(Number),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        exception_class: 'UnsupportedRelation',
        source: 'relation',
        exception_message: expect.any(String),
        relation_name: expect.any(String),
        line_number: 0,
      });
    });

    it('with its settings and the default branch of its repository', async () => {
      expect(await read('')).toMatchObject({
        description: 'Newer',
        visibility: 'private',
        default_branch: 'trunk',
        merge_method: 'ff',
        wiki_access_level: 'disabled',
        build_timeout: 1800,
        ci_config_path: null,
        auto_devops_enabled: false,
        auto_devops_deploy_strategy: 'manual',
        ci_default_git_depth: 20,
      });
      expect(await read('/push_rule')).toMatchObject({ commit_message_regex: 'ticket', max_file_size: 5 });
      expect(await read('/badges')).toHaveLength(1);
      expect(await read('/members')).toMatchObject([{ id: user.id }]);
    });

    it('with large files whose content is as their names say', async () => {
      const { path_with_namespace } = await read('');
      const target = { url: mesh().url, path: path_with_namespace, token: user.token };
      expect(await getLfsObject(target, sha256Of('large file'))).toEqual({ status: 200, text: 'large file' });
      for (const digit of ['1', '2']) expect((await getLfsObject(target, digit.repeat(64))).status).toBe(404);
    });

    it('with issues, merge requests, labels, milestones and boards', async () => {
      expect(await read('/issues/9')).toMatchObject({
        title: 'Newer',
        state: 'closed',
        labels: ['bug'],
        upvotes: 1,
        user_notes_count: 1,
        author: { id: user.id },
        milestone: { iid: 4, title: '1.0' },
        time_stats: { total_time_spent: 60 },
      });
      expect(await read('/merge_requests/3')).toMatchObject({ state: 'merged', merge_commit_sha: first });
      expect(await read('/merge_requests/3/versions')).toMatchObject([{ state: 'overflow', head_commit_sha: first }]);
      const threads = await read('/merge_requests/3/discussions');
      expect(threads.map(({ notes }: { notes: { type: string }[] }) => notes[0]?.type)).toEqual([
        'DiffNote',
        'DiscussionNote',
      ]);
      expect(await read(`/repository/commits/${first}/comments`)).toHaveLength(1);
      const labels: { name: string; priority: number | null }[] = await read('/labels');
      expect(labels.map(({ name, priority }) => [name, priority])).toEqual([
        ['bug', 2],
        ['later', null],
      ]);
      expect(await read('/boards')).toMatchObject([
        { name: 'Development', lists: [{ label: { name: 'bug' } }, { label: { name: 'later' } }] },
      ]);
    });

    it('with code, releases, protections, pipelines, snippets and attached files', async () => {
      expect(await read('/releases')).toMatchObject([{ tag_name: 'v1', name: 'One' }]);
      expect(await read('/protected_branches')).toMatchObject([
        { name: 'trunk', push_access_levels: [{ access_level: 40 }], merge_access_levels: [{ access_level: 30 }] },
      ]);
      expect(await read('/protected_tags')).toMatchObject([{ name: 'v*' }]);
      expect(await read('/pipelines')).toMatchObject([{ sha: first, ref: 'trunk' }]);
      const statuses: { name: string; coverage: number | null }[] = await read(
        `/repository/commits/${first}/statuses?all=true`,
      );
      expect(statuses.map(({ name, coverage }) => [name, coverage]).sort()).toEqual([
        ['child', null],
        ['lint', null],
        ['unit', 87.5],
      ]);
      const [snippet] = await read('/snippets');
      expect(await read(`/snippets/${snippet.id}/raw`)).toBe('echo\n');
      expect(await read(`/snippets/${snippet.id}/notes`)).toHaveLength(1);
      const { path_with_namespace: place } = await read('');
      const headers = { 'private-token': user.token };
      const file = await fetch(`${mesh().url}/${place}/uploads/${secret}/file.txt`, { headers });
      expect(await file.text()).toBe('attached');
    });
  });

  it('shows what it left out to the importing user and maintainers only', async () => {
    const { id, body } = await bring([...versions, attributes(), relation('unknown_things', {})]);
    expect(body.failed_relations).toHaveLength(1);
    const readBy = async (level: number) => {
      const member = await createUser();
      const added = await user.api.post(`/projects/${id}/members`, { user_id: member.id, access_level: level });
      expect(added.status).toBe(201);
      const { status, body: read } = await member.api.get(`/projects/${id}/import`);
      return [status, read.import_status, read.failed_relations.length, read.failed_relation_count];
    };
    expect(await readBy(40)).toEqual([200, 'finished', 1, 1]);
    expect(await readBy(30)).toEqual([200, 'finished', 0, 0]);
    const stranger = await createUser();
    expect((await stranger.api.get(`/projects/${id}/import`)).status).toBe(404);
  });

  it('keeps the entries of a relation around those that are invalid', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      iid: index + 1,
      title: index % 50 === 3 ? '' : `Issue ${index + 1}`,
    }));
    const { id, body } = await bring([...versions, attributes(), relation('issues', ...rows)]);
    expect(body).toMatchObject({ import_status: 'finished', failed_relation_count: 3 });
    expect(
      body.failed_relations.map((one: Record<string, unknown>) => [one['relation_name'], one['line_number']]),
    ).toEqual([
      ['issues', 4],
      ['issues', 54],
      ['issues', 104],
    ]);
    const { headers } = await user.api.get(`/projects/${id}/issues?scope=all`);
    expect(headers.get('x-total')).toBe('117');
  });

  it('lists the first hundred failures and counts all', async () => {
    const labels = Array.from({ length: 130 }, (_, index) => ({ title: `label ${index}`, color: 'red' }));
    const { body } = await bring([...versions, attributes(), relation('labels', ...labels)]);
    expect(body).toMatchObject({ import_status: 'finished', failed_relation_count: 130 });
    expect(body.failed_relations).toHaveLength(100);
  });

  it('uses the folder if the archive contains both layouts', async () => {
    const single = { name: 'project.json', content: JSON.stringify({ description: 'Older' }) };
    const { id } = await bring([...versions, single, attributes()]);
    expect((await user.api.get(`/projects/${id}`)).body.description).toBe('Newer');
  });

  const sound = [...versions, attributes()];
  const nested = `{"a":${'['.repeat(101)}${']'.repeat(101)}}`;
  const hostile: [string, Entry[], string][] = [
    ['no attributes', [...versions, relation('labels', {})], 'The archive has no tree/project.json or project.json'],
    ['attributes that are a list', [...versions, { name: 'tree/project.json', content: '[]' }], 'is not a JSON object'],
    ['attributes that are empty', [...versions, { name: 'tree/project.json', content: '' }], 'is not valid JSON'],
    [
      'a line that is no JSON',
      [...sound, relation('issues', '{"iid": 1')],
      'issues.ndjson has a line that is not valid JSON',
    ],
    [
      'a line that is nested too deeply',
      [...sound, relation('issues', nested)],
      'has a line that is nested too deeply',
    ],
    [
      'settings that are a list',
      [...sound, relation('project_feature', '[]')],
      'project_feature.ndjson is not a JSON object',
    ],
    ['a relation twice', [...sound, relation('labels', {}), relation('labels', {})], 'an entry twice'],
    [
      'a relation as a link',
      [...sound, { name: 'tree/project/labels.ndjson', type: 'symlink', linkname: '/etc/passwd' }],
      'neither a file nor a folder',
    ],
    [
      'a relation outside',
      [...sound, { name: 'tree/project/../../x.ndjson', content: '' }],
      'a path that is not allowed',
    ],
    [
      'a relation in a folder',
      [...sound, { name: 'tree/project/a/labels.ndjson', content: '' }],
      'does not belong there',
    ],
    [
      'a relation with another name',
      [...sound, { name: 'tree/project/Labels.ndjson', content: '' }],
      'does not belong there',
    ],
    [
      'more relations than an instance has',
      [
        ...sound,
        ...Array.from({ length: 101 }, (_, index) =>
          relation(`more_${'a'.repeat(index + 1)}`.slice(0, 99) + String.fromCharCode(97 + (index % 26)), {}),
        ),
      ],
      'too many relations',
    ],
  ];

  describe('refuses an archive with', () => {
    let brought: Awaited<ReturnType<typeof bring>>[];
    let attacker: TestUser;
    beforeAll(async () => {
      attacker = await createUser();
      brought = await Promise.all(hostile.map(([, entries]) => bring(entries, attacker)));
    });

    it.each(hostile.map(([what, , text], index) => [what, text, index] as const))('%s', async (_what, text, index) => {
      const { id, path, body } = brought[index] as (typeof brought)[number];
      expect(body).toMatchObject({ id, import_status: 'failed', import_error: expect.stringContaining(text) });
      expect((await attacker.api.get(`/projects/${id}`)).status).toBe(404);
      expect((await attacker.api.post('/projects', { path })).status).toBe(201);
    });
  });
});
