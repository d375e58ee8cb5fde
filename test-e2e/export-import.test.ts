/** A project is exported and imported as an archive, and keeps its content. */
import { asRoot, createUser, mesh, unique, waitFor, type ApiClient, type TestUser } from '@forgemesh/testing';
import { exportSize } from './config';
import { getLfsObject, pointerTo, putLfsObject, sha256Of } from './support/lfs-objects';
import { createArchive, exportProject, importArchive, readArchive, waitForImport } from './support/archives';

const root = asRoot();
const largeFile = 'the content of a large file\n';
/** Fields that differ between projects: ids, and URLs that contain the path. */
const own = new Set([
  ...['id', 'project_id', 'source_project_id', 'target_project_id', 'noteable_id', 'awardable_id', 'merge_request_id'],
  ...['name', 'path', 'path_with_namespace', 'name_with_namespace', 'web_url', 'raw_url', 'http_url_to_repo', 'url'],
  ...['ssh_url_to_repo', 'readme_url', 'references', 'reference', '_links', 'commit_path', 'tag_path', 'assets'],
  ...['issue_link_id', 'runners_token', 'last_activity_at', 'import_status', 'creator_id', 'permissions'],
  'details_path',
]);

/** Removes these fields from a response. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const isUser = 'username' in value;
  // The mergeability is computed again.
  const isUnmerged = 'merge_status' in value && 'state' in value && value.state !== 'merged';
  const isOwn = (key: string): boolean => own.has(key) || (key === 'merge_status' && isUnmerged);
  const entries = Object.entries(value).filter(([key]) => (isUser ? key !== 'web_url' : !isOwn(key)));
  return Object.fromEntries(entries.map(([key, entry]) => [key, plain(entry)]));
}

/** All pages of a list. */
async function all(path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await root.get(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    rows.push(...(body as Record<string, unknown>[]));
    if (body.length < 100) return rows;
  }
}

/** Creates an entity; throws if the request is refused. */
async function createEntity(as: ApiClient, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await as.post(path, body);
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

/** A commit of one file. */
function change(branch: string, path: string, content: string, more: object = {}): object {
  const actions = [{ action: 'create', file_path: path, content }];
  return { branch, commit_message: `Add ${path}`, actions, ...more };
}

describe('a project that is exported and imported', () => {
  let owner: TestUser;
  let member: TestUser;
  let source: number;
  let copy: number;
  let archive: Buffer;
  let attachment: string;

  beforeAll(async () => {
    [owner, member] = [await createUser(), await createUser()];
    const project = await createEntity(owner.api, '/projects', {
      name: unique('source'),
      description: 'What it is',
      visibility: 'internal',
      merge_method: 'ff',
      squash_option: 'default_on',
      tag_list: ['one', 'two'],
      wiki_access_level: 'private',
      build_timeout: 1800,
    });
    source = project['id'] as number;
    await createEntity(owner.api, `/projects/${source}/members`, { user_id: member.id, access_level: 30 });
    await fill(`/projects/${source}`);
    archive = await exportProject(root, mesh().rootToken, mesh().url, source);
    const fields = { path: unique('copy'), namespace: owner.username };
    const taken = await importArchive(root, archive, fields);
    expect([taken.status, taken.body]).toEqual([
      201,
      expect.objectContaining({ id: expect.any(Number), import_status: 'scheduled', path: fields.path }),
    ]);
    copy = taken.body.id;
    const ended = await waitForImport(root, copy);
    expect(ended.body).toEqual(expect.objectContaining({ id: copy, import_status: 'finished' }));
  }, 3_600_000);

  async function fill(path: string): Promise<void> {
    await createEntity(owner.api, `${path}/repository/commits`, change('main', 'README.md', 'Hello\n'));
    await createEntity(owner.api, `${path}/labels`, {
      name: 'bug',
      color: '#ff0000',
      description: 'Wrong',
      priority: 3,
    });
    await createEntity(owner.api, `${path}/labels`, { name: 'later', color: '#00ff00' });
    const milestone = await createEntity(owner.api, `${path}/milestones`, { title: '1.0', due_date: '2030-01-02' });
    const upload = new FormData();
    upload.set('file', new Blob(['attached']), 'notes.txt');
    const attached = await owner.api.post(`${path}/uploads`, upload);
    attachment = attached.body.url;
    for (let at = 1; at <= exportSize.issues; at++) await createIssue(path, at, milestone['id']);
    await createEntity(owner.api, `${path}/issues/1/links`, { target_project_id: source, target_issue_iid: 2 });
    for (let at = 1; at <= exportSize.mergeRequests; at++) await createMergeRequest(path, at, milestone['id']);
    await createRest(path);
  }

  async function createIssue(path: string, at: number, milestone_id: unknown): Promise<void> {
    const texts = { title: `Issue ${at}`, description: `[notes.txt](${attachment}) #1` };
    const extra = at % 3 === 0 ? { labels: 'bug,later', milestone_id, due_date: '2031-05-06', weight: at } : {};
    const people = at % 5 === 0 ? { assignee_ids: [member.id], confidential: true } : {};
    await createEntity(at % 2 === 0 ? member.api : owner.api, `${path}/issues`, { ...texts, ...extra, ...people });
    if (at % 3 !== 0) return;
    await createEntity(member.api, `${path}/issues/${at}/notes`, { body: `A word on ${at}` });
    const note = await createEntity(owner.api, `${path}/issues/${at}/notes`, { body: 'Another one' });
    await createEntity(member.api, `${path}/issues/${at}/notes/${note['id']}/award_emoji`, { name: 'rocket' });
    await createEntity(member.api, `${path}/issues/${at}/award_emoji`, { name: 'thumbsup' });
    await createEntity(owner.api, `${path}/issues/${at}/add_spent_time`, { duration: '1h 30m' });
    await createEntity(owner.api, `${path}/issues/${at}/time_estimate`, { duration: '2d' });
    if (at % 2 === 0) await owner.api.put(`${path}/issues/${at}`, { state_event: 'close', discussion_locked: true });
  }

  async function createMergeRequest(path: string, at: number, milestone_id: unknown): Promise<void> {
    const [source_branch, file] = [`feature-${at}`, `files/${at}.txt`];
    await createEntity(
      member.api,
      `${path}/repository/commits`,
      change(source_branch, file, 'one\ntwo\n', { start_branch: 'main' }),
    );
    const fields = {
      source_branch,
      target_branch: 'main',
      title: `Merge ${at}`,
      labels: 'bug',
      milestone_id,
      reviewer_ids: [owner.id],
    };
    const request = await createEntity(member.api, `${path}/merge_requests`, fields);
    const position = { ...(request['diff_refs'] as object), position_type: 'text', new_path: file, old_path: file };
    const thread = await createEntity(owner.api, `${path}/merge_requests/${at}/discussions`, {
      body: 'Why two?',
      position: { ...position, new_line: 2 },
    });
    const replies = `${path}/merge_requests/${at}/discussions/${thread['id']}/notes`;
    await createEntity(member.api, replies, { body: 'Because' });
    if (at === 2) await owner.api.put(`${path}/merge_requests/2/discussions/${thread['id']}`, { resolved: true });
    if (at === 3) await owner.api.put(`${path}/merge_requests/3`, { state_event: 'close' });
    if (at === 1) {
      const merged = await owner.api.put(`${path}/merge_requests/1/merge`);
      if (merged.status !== 200) throw new Error(`not merged: ${JSON.stringify(merged.body)}`);
    }
    if (at === 5) await reviewMergeRequest(`${path}/merge_requests/5`, position);
    if (at === 4)
      await createEntity(member.api, `${path}/repository/commits`, change(source_branch, 'files/more.txt', 'x\n'));
  }

  /** Suggests changes of lines, of which one is applied, and asks for others. */
  async function reviewMergeRequest(path: string, position: object): Promise<void> {
    const suggest = async (line: number, body: string, more: object = {}): Promise<number> => {
      const thread = await createEntity(owner.api, `${path}/discussions`, {
        body,
        position: { ...position, new_line: line, ...more },
      });
      const [note] = thread['notes'] as { suggestions: { id: number }[] }[];
      return note?.suggestions[0]?.id ?? 0;
    };
    const line_range = { start: { new_line: 1 }, end: { new_line: 2 } };
    await suggest(2, 'Both:\n\n```suggestion:-1+0\n1\n2\n```\n', { line_range });
    const applied = await suggest(1, '```suggestion\nONE\n```\n');
    const { status } = await member.api.put(`/suggestions/${applied}/apply`);
    if (status !== 200) throw new Error(`not applied: ${status}`);
    // The thread of the applied suggestion is outdated then.
    await waitFor(
      () => owner.api.get(`${path}/notes?per_page=100`),
      ({ body }) => body.some((note: { body: string }) => note.body.startsWith('changed this line in')),
    );
    await createEntity(owner.api, `${path}/draft_notes`, { note: 'Shorter, please' });
    await createEntity(owner.api, `${path}/draft_notes/bulk_publish`, { reviewer_state: 'requested_changes' });
  }

  async function createRest(path: string): Promise<void> {
    const { path_with_namespace } = (await root.get(path)).body;
    await putLfsObject({ url: mesh().url, path: path_with_namespace, token: owner.token }, largeFile);
    await createEntity(owner.api, `${path}/repository/commits`, change('main', 'large.bin', pointerTo(largeFile)));
    await createEntity(owner.api, `${path}/repository/tags`, { tag_name: 'v1', ref: 'main', message: 'First' });
    await createEntity(owner.api, `${path}/releases`, {
      tag_name: 'v1',
      name: 'One',
      description: 'All new',
      assets: { links: [{ name: 'page', url: 'https://example.com/page' }] },
    });
    await createEntity(owner.api, `${path}/wikis`, { title: 'Home', content: 'Welcome' });
    await createEntity(owner.api, `${path}/protected_branches`, {
      name: 'stable-*',
      push_access_level: 40,
      merge_access_level: 30,
    });
    await createEntity(owner.api, `${path}/protected_tags`, { name: 'v*', create_access_level: 30 });
    const snippet = await createEntity(member.api, `${path}/snippets`, {
      title: 'Script',
      file_name: 'a.sh',
      content: 'echo ä\n',
      visibility: 'internal',
      description: 'Short',
    });
    await createEntity(owner.api, `${path}/snippets/${snippet['id']}/notes`, { body: 'Nice' });
    await createEntity(owner.api, `${path}/badges`, {
      link_url: 'https://example.com',
      image_url: 'https://example.com/i.svg',
    });
    await root.put(`${path}/custom_attributes/team`, { value: 'core' });
    await createEntity(owner.api, `${path}/push_rule`, { commit_message_regex: 'Add|Merge', max_file_size: 7 });
    const { body: labels } = await root.get(`${path}/labels`);
    const board = await createEntity(owner.api, `${path}/boards`, { name: 'Work' });
    for (const label of labels)
      await createEntity(owner.api, `${path}/boards/${board['id']}/lists`, { label_id: label.id });
    const { body: commits } = await root.get(`${path}/repository/commits`);
    const statuses = `${path}/statuses/${commits[0].id}`;
    await createEntity(owner.api, statuses, { state: 'failed', name: 'test', ref: 'main', coverage: 50 });
    await createEntity(member.api, statuses, {
      state: 'success',
      name: 'test',
      ref: 'main',
      coverage: 75,
      description: 'Good',
    });
    await createEntity(owner.api, statuses, {
      state: 'running',
      name: 'deploy',
      target_url: 'https://ci.example.com/1',
    });
    await createEntity(owner.api, `${path}/repository/commits/${commits[0].id}/comments`, { note: 'Good' });
  }

  /** Expects the same response for both projects. */
  async function expectSame(path: string, lists = true, except: object = {}): Promise<void> {
    const read = async (id: number) =>
      lists ? await all(`/projects/${id}${path}`) : (await root.get(`/projects/${id}${path}`)).body;
    const [before, after] = [plain(await read(source)), plain(await read(copy))];
    expect(lists ? after : { ...(after as object), ...except }).toEqual(
      lists ? before : { ...(before as object), ...except },
    );
    if (lists) expect((before as unknown[]).length).toBeGreaterThan(0);
  }

  it('keeps the settings of the project and its members', async () => {
    await expectSame('', false, { created_at: 'of its own' });
    await expectSame('/members');
    await expectSame('/badges');
    await expectSame('/push_rule', false, { created_at: 'of its own' });
  });

  it('leaves nothing out', async () => {
    const { body } = await root.get(`/projects/${copy}/import`);
    expect(body).toMatchObject({ failed_relations: [], failed_relation_count: 0 });
  });

  it('keeps labels, milestones and boards', async () => {
    await expectSame('/labels');
    await expectSame('/milestones');
    await expectSame('/boards');
  });

  it('keeps issues with their iids, notes, reactions, times and links', async () => {
    await expectSame('/issues?scope=all&order_by=created_at&sort=asc');
    await expectSame('/issues?scope=all&order_by=due_date&due_date=any');
    await expectSame('/issues?scope=all&order_by=popularity');
    await expectSame('/issues/1/links');
    for (const iid of [1, 3, 5, 6]) {
      await expectSame(`/issues/${iid}`, false);
      await expectSame(`/issues/${iid}/time_stats`, false);
    }
    for (const iid of [3, 6]) {
      await expectSame(`/issues/${iid}/notes`);
      await expectSame(`/issues/${iid}/award_emoji`);
      await expectSame(`/issues/${iid}/discussions`);
    }
    const next = await createEntity(owner.api, `/projects/${copy}/issues`, { title: 'Next' });
    expect(next['iid']).toBe(exportSize.issues + 1);
    await owner.api.delete(`/projects/${copy}/issues/${next['iid']}`);
  });

  it('keeps merge requests with their versions and notes on lines', async () => {
    await expectSame('/merge_requests?scope=all&order_by=created_at&sort=asc');
    for (const iid of [1, 2, 3, 4]) {
      await expectSame(`/merge_requests/${iid}`, false);
      await expectSame(`/merge_requests/${iid}/versions`);
      await expectSame(`/merge_requests/${iid}/commits`);
      await expectSame(`/merge_requests/${iid}/changes`, false);
      await expectSame(`/merge_requests/${iid}/discussions`);
    }
  });

  it('keeps the states of reviews, suggestions and comments on several lines', async () => {
    await expectSame('/merge_requests/5/reviewers');
    await expectSame('/merge_requests/5/discussions');
    const reviewers = await all(`/projects/${copy}/merge_requests/5/reviewers`);
    expect(reviewers).toMatchObject([{ user: { id: owner.id }, state: 'requested_changes' }]);
    const discussions = await all(`/projects/${copy}/merge_requests/5/discussions`);
    const notes = discussions.flatMap(({ notes }) => notes as Record<string, unknown>[]);
    const suggesting = notes.filter((note) => (note['suggestions'] as unknown[] | undefined)?.length);
    expect(suggesting).toMatchObject([
      {
        position: { line_range: { start: { new_line: 1 }, end: { new_line: 2 } } },
        suggestions: [{ from_line: 1, to_line: 2, applied: false, to_content: '1\n2\n' }],
      },
      { suggestions: [{ applied: true, appliable: false, from_content: 'one\n', to_content: 'ONE\n' }] },
    ]);
  });

  it('keeps code, tags, releases, protections and the wiki', async () => {
    for (const path of ['/repository/branches', '/repository/tags', '/repository/commits?all=true'])
      await expectSame(path);
    for (const path of ['/releases', '/protected_branches', '/protected_tags', '/wikis?with_content=true'])
      await expectSame(path);
    const { body: commits } = await root.get(`/projects/${source}/repository/commits`);
    await expectSame(`/repository/commits/${commits[0].id}/comments`);
  });

  it('keeps large files', async () => {
    const { path_with_namespace: path } = (await root.get(`/projects/${copy}`)).body;
    const target = { url: mesh().url, path, token: owner.token };
    expect(await getLfsObject(target, sha256Of(largeFile))).toEqual({ status: 200, text: largeFile });
    const list = (await readArchive(archive)).get('lfs-objects.json') ?? '';
    expect(JSON.parse(list)).toEqual({ [sha256Of(largeFile)]: [0] });
  });

  it('keeps pipelines with their statuses', async () => {
    await expectSame('/pipelines');
    const { body: commits } = await root.get(`/projects/${source}/repository/commits`);
    await expectSame(`/repository/commits/${commits[0].id}/statuses?all=true`);
    const [pipeline] = await all(`/projects/${copy}/pipelines`);
    const { body } = await root.get(`/projects/${copy}/pipelines/${pipeline?.['id']}`);
    expect(body).toMatchObject({ status: 'running', coverage: '75.00', user: { username: owner.username } });
    // Imported running statuses can still be changed.
    const ended = { state: 'success', name: 'deploy', ref: 'main' };
    await createEntity(owner.api, `/projects/${copy}/statuses/${commits[0].id}`, ended);
    const { body: after } = await root.get(`/projects/${copy}/repository/commits/${commits[0].id}/statuses?all=true`);
    expect(after.map(({ status }: { status: string }) => status)).toEqual(['failed', 'success', 'success']);
  });

  it('keeps custom attributes if administrators export and import', async () => {
    await expectSame('/custom_attributes');
    const fields = { path: unique('plain'), namespace: owner.username };
    const { body } = await importArchive(owner.api, archive, fields);
    await waitForImport(owner.api, body.id);
    expect((await root.get(`/projects/${body.id}/custom_attributes`)).body).toEqual([]);
  });

  it('keeps snippets and attached files', async () => {
    await expectSame('/snippets');
    const [snippet] = await all(`/projects/${copy}/snippets`);
    const raw = await root.get(`/projects/${copy}/snippets/${snippet?.['id']}/raw`);
    expect(raw.body).toBe('echo ä\n');
    const { body: notes } = await root.get(`/projects/${copy}/snippets/${snippet?.['id']}/notes`);
    expect(notes).toMatchObject([{ body: 'Nice', author: { username: owner.username } }]);
    const { body: project } = await root.get(`/projects/${copy}`);
    const file = await fetch(`${mesh().url}/${project.path_with_namespace}${attachment}`, {
      headers: { 'PRIVATE-TOKEN': mesh().rootToken },
    });
    expect([file.status, await file.text()]).toEqual([200, 'attached']);
  });

  it('is imported from an archive of an earlier release, which has one file', async () => {
    const entries = await readArchive(archive);
    const relations = [...entries.keys()].flatMap((name) => /^tree\/project\/(.+)\.ndjson$/.exec(name)?.[1] ?? []);
    const lists = relations.map((relation) => [
      relation,
      (entries.get(`tree/project/${relation}.ndjson`) ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ]);
    const {
      project_feature: [project_feature],
      auto_devops: _devops,
      ci_cd_settings: _settings,
      push_rule: _rule,
      ...rest
    } = Object.fromEntries(lists) as Record<string, unknown[]> & { project_feature: unknown[] };
    const tree = { ...(JSON.parse(entries.get('tree/project.json') ?? '') as object), ...rest, project_feature };
    const earlier = await createArchive([
      { name: 'VERSION', content: '0.2.4' },
      { name: 'project.json', content: JSON.stringify(tree) },
    ]);
    const { body } = await importArchive(root, earlier, { path: unique('earlier'), namespace: owner.username });
    const ended = await waitForImport(root, body.id as number);
    expect(ended.body).toMatchObject({ import_status: 'finished', failed_relations: [] });
    for (const path of ['/issues?scope=all&order_by=created_at&sort=asc', '/labels', '/boards', '/snippets']) {
      const own = plain(await all(`/projects/${copy}${path}`));
      expect(plain(await all(`/projects/${body.id as number}${path}`))).toEqual(own);
    }
    expect(await all(`/projects/${body.id as number}/merge_requests?scope=all`)).toHaveLength(exportSize.mergeRequests);
    const { body: project } = await root.get(`/projects/${body.id as number}`);
    expect(project).toMatchObject({ wiki_access_level: 'private', merge_method: 'ff', build_timeout: 1800 });
  });

  it('has the layout of the published format', async () => {
    const entries = await readArchive(archive);
    expect(entries.get('VERSION')).toBe('0.2.4');
    const relations = [
      'project_feature',
      'auto_devops',
      'ci_cd_settings',
      'project_members',
      'labels',
      'milestones',
      'boards',
      'issues',
      'issue_links',
      'merge_requests',
      'commit_notes',
      'releases',
      'protected_branches',
      'protected_tags',
      'ci_pipelines',
      'snippets',
      'project_badges',
      'push_rule',
      'custom_attributes',
    ];
    expect([...entries.keys()]).toEqual([
      'VERSION',
      'GITLAB_VERSION',
      'GITLAB_REVISION',
      'tree/project.json',
      ...relations.map((relation) => `tree/project/${relation}.ndjson`),
      attachment.slice(1),
      'project.bundle',
      'project.wiki.bundle',
      `lfs-objects/${sha256Of(largeFile)}`,
      'lfs-objects.json',
    ]);
    const rowsOf = (relation: string) =>
      (entries.get(`tree/project/${relation}.ndjson`) ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    expect(rowsOf('issues')).toHaveLength(exportSize.issues);
    expect(rowsOf('merge_requests')).toHaveLength(exportSize.mergeRequests);
    expect(JSON.parse(entries.get('tree/project.json') ?? '')).toMatchObject({ description: 'What it is' });
    expect([...entries.values()].join()).not.toMatch(/runners_token|private_token/);
  });
});
