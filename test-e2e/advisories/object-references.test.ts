/**
 * Insecure direct object references as a matrix: each resource of a victim, with each way in which
 * an attacker can reference it. All texts of the victim contain a marker, which no response to the
 * attacker may contain.
 */
import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  commitFile,
  create,
  createGroup,
  createMember,
  createProjectWithReadme,
  type ApiBody,
  type TestUser,
  type Created,
  type TestProject,
} from '@forgemesh/testing';
import { importArchive, waitForImport, createArchive } from '../support/archives';
import { download, upload } from '../support/uploads';
import { cloneUrl, git, temporaryFolder } from '../support/git';

const root = asRoot();
const marker = unique('marker');
const folder = temporaryFolder('advisories');

type Verb = 'get' | 'post' | 'put' | 'delete';

let victim: TestUser;
/** Another owner of the victim's project and group, who checks what the victim created. */
let witness: TestUser;
let attacker: TestUser;
/** Private project of the victim. */
let hidden: TestProject;
let hiddenGroup: Created;
/** Project of the attacker. */
let own: TestProject;
let ownGroup: Created;

beforeAll(async () => {
  [victim, witness, attacker] = await Promise.all([createUser(), createUser(), createUser()]);
  [hiddenGroup, ownGroup] = await Promise.all([
    createGroup(victim.api, { name: `${marker} group`, description: marker }),
    createGroup(attacker.api),
  ]);
  await create(victim.api, `/groups/${hiddenGroup.id}/members`, { user_id: witness.id, access_level: 50 });
  [hidden, own] = await Promise.all([
    createProjectWithReadme(victim.api, {
      namespace_id: hiddenGroup.id,
      name: `${marker} project`,
      path: unique('p'),
      description: marker,
    }),
    createProjectWithReadme(attacker.api, { namespace_id: ownGroup.id }),
  ]);
  for (const [user, project] of [
    [victim, hidden],
    [attacker, own],
  ] as const) {
    const title = user === victim ? marker : unique('own');
    await create(user.api, `/projects/${project.id}/issues`, { title, description: title });
    await commitFile(user.api, `/projects/${project.id}`, {
      path: `${title}.txt`,
      content: title,
      branch: 'topic',
      start_branch: project.default_branch,
    });
    await create(user.api, `/projects/${project.id}/merge_requests`, {
      source_branch: 'topic',
      target_branch: project.default_branch,
      title,
      description: title,
    });
  }
});

/** Sends a request of the attacker; fails if the response reveals anything of the victim. */
async function attack(verb: Verb, path: string, body?: ApiBody, as: TestUser = attacker) {
  const response = verb === 'get' ? await as.api.get(path) : await as.api[verb](path, body);
  // The Link header repeats the request.
  const headers = [...response.headers].filter(([name]) => name !== 'link').join('\n');
  expect([verb, path, `${JSON.stringify(response.body)}${headers}`.includes(marker)]).toEqual([verb, path, false]);
  return response;
}

describe('(a) the id of a child of another parent in the path', () => {
  const text = { name: marker, title: marker, body: marker, description: marker };
  const links = { link_url: `https://example.com/${marker}`, image_url: `https://example.com/${marker}.svg` };
  const ofGroup = (): string => `/groups/${hiddenGroup.id}`;
  const ofProject = (): string => `/projects/${hidden.id}`;
  const id = ({ id: its }: Created): string => String(its);

  /**
   * A resource: how the victim creates it, its path below the project or group, and its operations.
   */
  interface Resource {
    of: () => string;
    below: string;
    create: () => Promise<Created>;
    name?: (created: Created) => string;
    actions?: string[];
    /** For a resource without an operation that reads one. */
    readAt?: string;
  }

  const resource = (of: () => string, below: string, body: object, more: Partial<Resource> = {}): Resource => ({
    of,
    below,
    create: () => create(victim.api, `${of()}/${below}`, body),
    ...more,
  });
  const project = (below: string, body: object, more: Partial<Resource> = {}) => resource(ofProject, below, body, more);
  const group = (below: string, body: object, more: Partial<Resource> = {}) => resource(ofGroup, below, body, more);
  const url = `https://example.com/${marker}`;

  const boards: Record<'project' | 'group', Created | undefined> = { project: undefined, group: undefined };
  const createList = (kind: 'project' | 'group', of: () => string) => async (): Promise<Created> => {
    boards[kind] = await create(victim.api, `${of()}/boards`, { name: marker });
    const label = await create(victim.api, `${of()}/labels`, { name: unique(marker), color: '#123456' });
    return create(victim.api, `${of()}/boards/${boards[kind].id}/lists`, { label_id: label.id });
  };
  const discussion = (of: () => string, below: string): Resource => ({
    of,
    below,
    create: () => create(victim.api, `${of()}/${below}`, text),
    name: (made) => `${made['id']}/notes/${made['notes'][0].id}`,
  });

  const resources: [string, Resource][] = [
    ['a note of an issue', project('issues/1/notes', text, { actions: ['award_emoji'] })],
    ['a note of a merge request', project('merge_requests/1/notes', text, { actions: ['award_emoji'] })],
    ['a note of a discussion of an issue', discussion(ofProject, 'issues/1/discussions')],
    ['a note of a discussion of a merge request', discussion(ofProject, 'merge_requests/1/discussions')],
    ['a discussion', project('issues/1/discussions', text, { actions: ['notes'] })],
    ['a reaction', project('issues/1/award_emoji', { name: 'tada' })],
    [
      'a link of issues',
      {
        of: ofProject,
        below: 'issues/1/links',
        readAt: 'issues/1/links',
        create: async () => {
          const { iid } = await create(victim.api, `${ofProject()}/issues`, { title: marker });
          const target = { target_project_id: hidden.id, target_issue_iid: iid };
          await create(victim.api, `${ofProject()}/issues/1/links`, target);
          const [linked] = (await victim.api.get(`${ofProject()}/issues/1/links`)).body;
          return { id: linked.issue_link_id };
        },
      },
    ],
    ['a milestone', project('milestones', text, { actions: ['promote'] })],
    ['a label', project('labels', { ...text, color: '#112233' }, { actions: ['subscribe'] })],
    ['a hook', project('hooks', { url }, { actions: ['test/push_events'] })],
    ['a variable', project('variables', { key: 'OF_VICTIM', value: marker }, { name: ({ key }) => key as string })],
    [
      'a protected branch',
      project(
        'protected_branches',
        { name: `${marker}-*` },
        { name: ({ name }) => encodeURIComponent(name as string) },
      ),
    ],
    [
      'a protected tag',
      project('protected_tags', { name: `${marker}-*` }, { name: ({ name }) => encodeURIComponent(name as string) }),
    ],
    ['a deploy token', project('deploy_tokens', { ...text, scopes: ['read_repository'] })],
    ['a trigger', project('triggers', text, { actions: ['take_ownership'] })],
    ['a push mirror', project('remote_mirrors', { url: `${url}.git` })],
    ['a badge', project('badges', { ...text, ...links })],
    ['a board', project('boards', text)],
    [
      'a list of a board',
      {
        of: ofProject,
        below: 'boards',
        create: createList('project', ofProject),
        name: (made) => `${boards.project?.id}/lists/${made.id}`,
      },
    ],
    ['an environment', project('environments', { name: marker }, { actions: ['stop'] })],
    [
      'a deployment',
      {
        of: ofProject,
        below: 'deployments',
        create: async () =>
          create(victim.api, `${ofProject()}/deployments`, {
            environment: marker,
            sha: await headOf(hidden),
            ref: hidden.default_branch,
            tag: false,
            status: 'running',
          }),
      },
    ],
    ['an approval rule', project('approval_rules', { ...text, approvals_required: 1 }, { readAt: 'approval_rules' })],
    ['a snippet', project('snippets', { ...text, file_name: 'a', content: marker, visibility: 'internal' })],
    ['a wiki page', project('wikis', { title: marker, content: marker }, { name: ({ slug }) => slug as string })],
    [
      'a release',
      project(
        'releases',
        { ...text, tag_name: `${marker}-v1`, ref: 'topic' },
        { name: ({ tag_name }) => tag_name as string },
      ),
    ],
    [
      'a comment on a commit',
      {
        of: ofProject,
        below: 'repository/commits',
        create: async () => {
          const sha = await headOf(hidden);
          await create(victim.api, `${ofProject()}/repository/commits/${sha}/comments`, { note: marker });
          return { id: 0, sha };
        },
        name: ({ sha }) => sha as string,
        actions: ['comments', 'cherry_pick', 'revert'],
      },
    ],
    ['a milestone of a group', group('milestones', text)],
    ['a label of a group', group('labels', { ...text, color: '#112233' })],
    [
      'a variable of a group',
      group('variables', { key: 'OF_VICTIM', value: marker }, { name: ({ key }) => key as string }),
    ],
    ['a deploy token of a group', group('deploy_tokens', { ...text, scopes: ['read_repository'] })],
    ['a badge of a group', group('badges', { ...text, ...links })],
    ['a board of a group', group('boards', text)],
    [
      'a list of a board of a group',
      {
        of: ofGroup,
        below: 'boards',
        create: createList('group', ofGroup),
        name: (made) => `${boards.group?.id}/lists/${made.id}`,
      },
    ],
    ['an epic', group('epics', { title: marker }, { name: ({ iid }) => String(iid), actions: ['todo'] })],
  ];

  it.each(resources)('%s', async (_name, { of, below, create: make, name = id, actions = [], readAt }) => {
    const created = await make();
    const place = of();
    const ownPlace = place.startsWith('/groups/') ? `/groups/${ownGroup.id}` : `/projects/${own.id}`;
    const child = `${below}/${name(created)}`;
    const read = async () => (await witness.api.get(`${place}/${readAt ?? child}`)).body as unknown;
    const before = await read();
    expect(JSON.stringify(before)).toMatch(new RegExp(`${marker}|tada`));

    const change = {
      ...text,
      ...links,
      url: 'https://example.com',
      value: 'x',
      enabled: false,
      position: 1,
      status: 'success',
    };
    const more = { color: '#ffffff', approvals_required: 0, content: 'x', file_name: 'x', note: 'x', branch: 'topic' };
    // The attacker's own texts do not contain the marker.
    const body = JSON.parse(JSON.stringify({ ...change, ...more }).replaceAll(marker, 'changed')) as object;
    const requests: [Verb, string][] = [
      ['get', child],
      ['put', child],
      ...actions.flatMap((action): [Verb, string][] => [
        ['post', `${child}/${action}`],
        ['put', `${child}/${action}`],
      ]),
      ['delete', child],
    ];
    for (const base of [ownPlace, place]) {
      const statuses: number[] = [];
      for (const [verb, path] of requests) {
        if (base === ownPlace && below === 'epics') continue;
        const { status } = await attack(verb, `${base}/${path}`, verb === 'get' ? undefined : body);
        expect([verb, path, [404, 405].includes(status)]).toEqual([verb, path, true]);
        statuses.push(status);
      }
      if (statuses.length > 0) expect(statuses).toContain(404);
    }
    expect(await read()).toEqual(before);
  });

  async function headOf({ id: projectId }: TestProject): Promise<string> {
    return (await root.get(`/projects/${projectId}/repository/commits/topic`)).body.id as string;
  }

  it('snippets, todos, keys, emails and tokens of a user, by their id alone', async () => {
    const snippet = await create(victim.api, '/snippets', {
      title: marker,
      file_name: 'a',
      content: marker,
      visibility: 'private',
    });
    await create(witness.api, `/projects/${hidden.id}/issues`, { title: marker, assignee_ids: [victim.id] });
    const [todo] = (
      await waitFor(
        () => victim.api.get('/todos'),
        ({ body }) => body.length > 0,
      )
    ).body;
    const email = await create(victim.api, '/user/emails', { email: `${marker}@example.com` });
    const token = await create(victim.api, '/personal_access_tokens', { name: marker, scopes: ['api'] });
    const paths = [`/snippets/${snippet.id}`, `/user/emails/${email.id}`, `/personal_access_tokens/${token.id}`];
    for (const path of paths)
      for (const verb of ['get', 'put', 'delete'] as const) {
        const { status } = await attack(verb, path, { title: 'x' });
        expect([verb, path, [401, 404, 405].includes(status)]).toEqual([verb, path, true]);
      }
    for (const path of [`/snippets/${snippet.id}/raw`, `/projects/${own.id}/snippets/${snippet.id}`])
      expect((await attack('get', path)).status).toBe(404);
    expect((await attack('post', `/todos/${todo.id}/mark_as_done`)).status).toBe(404);
    for (const path of paths) expect((await victim.api.get(path)).status).toBe(200);
    expect((await victim.api.get('/todos')).body).toContainEqual(expect.objectContaining({ id: todo.id }));
  });

  it('an attached file, by its secret below another project', async () => {
    const file = await upload(victim.api, hidden, 'plan.txt', marker);
    for (const path of [file['full_path'] as string, `/${own.path_with_namespace}${file['url']}`])
      expect(await download(path, attacker.token)).toEqual({ status: 404, text: expect.not.stringContaining(marker) });
    expect((await download(file['full_path'] as string, witness.token)).text).toBe(marker);
  });
});

describe('(b) an id of another owner in body or query', () => {
  let milestone: Created;
  let label: Created;
  let groupMilestone: Created;
  let epic: Created;
  let deployKey: Created;
  beforeAll(async () => {
    const [project, group] = [`/projects/${hidden.id}`, `/groups/${hiddenGroup.id}`];
    milestone = await create(victim.api, `${project}/milestones`, { title: unique(marker) });
    label = await create(victim.api, `${project}/labels`, { name: unique(marker), color: '#112233' });
    groupMilestone = await create(victim.api, `${group}/milestones`, { title: unique(marker) });
    epic = await create(victim.api, `${group}/epics`, { title: marker });
    const key = `ssh-ed25519 ${Buffer.concat([
      Buffer.from([0, 0, 0, 11]),
      Buffer.from('ssh-ed25519'),
      Buffer.from([0, 0, 0, 32]),
      Buffer.from(unique('key').padEnd(32, 'x').slice(0, 32)),
    ]).toString('base64')}`;
    deployKey = await create(victim.api, `${project}/deploy_keys`, { title: marker, key });
  });

  /** Requests that reference a resource of the victim and must be refused. */
  const refused: [string, () => [Verb, string, object?]][] = [
    ['namespace of a new project', () => ['post', '/projects', { path: unique('p'), namespace_id: hiddenGroup.id }]],
    ['parent of a new group', () => ['post', '/groups', { name: 'g', path: unique('g'), parent_id: hiddenGroup.id }]],
    ['namespace of a transfer', () => ['put', `/projects/${own.id}/transfer`, { namespace: hiddenGroup.id }]],
    ['path of a transfer', () => ['put', `/projects/${own.id}/transfer`, { namespace: victim.username }]],
    ['project of a transfer', () => ['post', `/groups/${ownGroup.id}/projects/${hidden.id}`]],
    ['namespace of a fork', () => ['post', `/projects/${own.id}/fork`, { namespace: hiddenGroup.id }]],
    ['namespace of a fork, by id', () => ['post', `/projects/${own.id}/fork`, { namespace_id: hiddenGroup.id }]],
    ['source of a fork', () => ['post', `/projects/${hidden.id}/fork`]],
    ['source of a relation of forks', () => ['post', `/projects/${own.id}/fork/${hidden.id}`]],
    ['group of a share', () => ['post', `/projects/${own.id}/share`, { group_id: hiddenGroup.id, group_access: 30 }]],
    [
      'group of a share of a group',
      () => ['post', `/groups/${ownGroup.id}/share`, { group_id: hiddenGroup.id, group_access: 30 }],
    ],
    ['target of a move', () => ['post', `/projects/${own.id}/issues/1/move`, { to_project_id: hidden.id }]],
    [
      'target of a merge request',
      () => [
        'post',
        `/projects/${own.id}/merge_requests`,
        { source_branch: 'topic', target_branch: 'master', title: 'x', target_project_id: hidden.id },
      ],
    ],
    [
      'target of a link',
      () => ['post', `/projects/${own.id}/issues/1/links`, { target_project_id: hidden.id, target_issue_iid: 1 }],
    ],
    ['issue of an epic', () => ['post', `/groups/${ownGroup.id}/epics/1/issues/${issueId()}`]],
    ['key of a project', () => ['post', `/projects/${own.id}/deploy_keys/${deployKey.id}/enable`]],
    ['start of a commit', () => ['post', `/projects/${own.id}/repository/commits`, startOfCommit()]],
    ['source of a comparison', () => ['get', compareWith()]],
  ];
  const compareWith = (): string =>
    `/projects/${own.id}/repository/compare?from=topic&to=topic&from_project_id=${hidden.id}`;
  const startOfCommit = (): object => ({
    branch: unique('branch'),
    start_branch: 'topic',
    start_project: hidden.id,
    commit_message: 'x',
    actions: [{ action: 'create', file_path: 'x', content: 'x' }],
  });
  let hiddenIssue: number;
  const issueId = (): number => hiddenIssue;
  beforeAll(async () => {
    hiddenIssue = (await victim.api.get(`/projects/${hidden.id}/issues/1`)).body.id as number;
    await create(attacker.api, `/groups/${ownGroup.id}/epics`, { title: 'Own' });
  });

  it.each(refused)('%s', async (_name, request) => {
    const read = async () => ({
      project: (await witness.api.get(`/projects/${hidden.id}`)).body,
      projects: (await witness.api.get(`/groups/${hiddenGroup.id}/projects`)).body,
      own: (await attacker.api.get(`/projects/${own.id}`)).body,
    });
    const before = await read();
    const { status } = await attack(...request());
    expect([400, 403, 404, 409]).toContain(status);
    expect(await read()).toEqual(before);
  });

  it('milestone, assignee and epic of an issue or merge request are ignored or refused', async () => {
    const fields = [
      { milestone_id: milestone.id },
      { milestone_id: groupMilestone.id },
      { assignee_ids: [victim.id] },
      { assignee_id: victim.id },
      { epic_id: epic.id },
      { epic_iid: epic['iid'] },
    ];
    for (const [index, field] of fields.entries()) {
      const branch = `branch-${index}`;
      await commitFile(attacker.api, `/projects/${own.id}`, { path: branch, branch, start_branch: own.default_branch });
      const source = { source_branch: branch, target_branch: own.default_branch };
      const responses = [
        await attack('post', `/projects/${own.id}/issues`, { title: 'x', ...field }),
        await attack('put', `/projects/${own.id}/issues/1`, { title: 'x', ...field }),
        await attack('post', `/projects/${own.id}/merge_requests`, { title: 'x', ...source, ...field }),
        await attack('put', `/projects/${own.id}/merge_requests/1`, { title: 'x', ...field }),
      ];
      for (const { status, body } of responses) {
        if (status >= 400) continue;
        expect(body).toMatchObject({ milestone: null, assignees: [] });
        expect(body.epic?.id).not.toBe(epic.id);
      }
    }
    const ownMilestone = await create(attacker.api, `/projects/${own.id}/milestones`, { title: 'Own' });
    const taken = await attack('put', `/projects/${own.id}/issues/1`, { milestone_id: ownMilestone.id });
    expect(taken.body.milestone.id).toBe(ownMilestone.id);
  });

  it('CVE-2019-5466: labels of another project cannot be referenced by id', async () => {
    const ids = { label_id: label.id, label_ids: [label.id], add_label_ids: [label.id], labels: String(label.id) };
    await commitFile(attacker.api, `/projects/${own.id}`, {
      path: 'labelled',
      branch: 'labelled',
      start_branch: own.default_branch,
    });
    const source = { source_branch: 'labelled', target_branch: own.default_branch };
    const board = await create(attacker.api, `/projects/${own.id}/boards`, { name: 'Own' });
    const lists = `/projects/${own.id}/boards/${board.id}/lists`;
    const requests: [Verb, string, object?][] = [
      ['post', `/projects/${own.id}/merge_requests`, { title: 'x', ...source, ...ids }],
      ['put', `/projects/${own.id}/merge_requests/1`, ids],
      ['post', `/projects/${own.id}/issues`, { title: 'x', ...ids }],
      ['put', `/projects/${own.id}/issues/1`, { ...ids, add_labels: String(label.id) }],
      ['put', `/projects/${own.id}/boards/${board.id}`, { labels: String(label.id) }],
      ['get', `/projects/${own.id}/merge_requests?label_ids[]=${label.id}&labels=${label.id}&with_labels_details=true`],
      ['get', `/merge_requests?scope=all&label_ids[]=${label.id}&with_labels_details=true`],
      ['get', `/projects/${own.id}/issues?label_ids[]=${label.id}&labels=${label.id}&with_labels_details=true`],
      ['get', `/projects/${own.id}/labels/${label.id}`],
      ['get', `/groups/${ownGroup.id}/labels/${label.id}`],
      ['get', `/projects/${own.id}/labels?include_ancestor_groups=true&search=${marker}`],
    ];
    for (const request of requests) await attack(...request);
    expect((await attack('post', lists, { label_id: label.id })).status).toBe(400);
    const mine = await create(attacker.api, `/projects/${own.id}/labels`, { name: 'mine', color: '#112233' });
    expect((await attack('post', lists, { label_id: mine.id })).body.label.name).toBe('mine');
  });

  it('members of lists of boards, rules and protections', async () => {
    const board = await create(attacker.api, `/projects/${own.id}/boards`, { name: unique('own') });
    const path = `/projects/${own.id}`;
    const requests: [Verb, string, object][] = [
      ['post', `${path}/boards/${board.id}/lists`, { milestone_id: milestone.id }],
      ['post', `${path}/boards/${board.id}/lists`, { assignee_id: victim.id }],
      ['put', `${path}/boards/${board.id}`, { milestone_id: milestone.id, assignee_id: victim.id }],
      ['post', `${path}/approval_rules`, { name: 'x', approvals_required: 1, group_ids: [hiddenGroup.id] }],
      ['put', `${path}/approvers`, { approver_ids: [], approver_group_ids: [hiddenGroup.id] }],
      ['post', `${path}/protected_branches`, { name: 'a', allowed_to_push: [{ group_id: hiddenGroup.id }] }],
      ['post', `${path}/protected_branches`, { name: 'b', allowed_to_merge: [{ user_id: victim.id }] }],
      ['post', `${path}/releases`, { tag_name: 'v1', ref: 'topic', milestones: [milestone['title']] }],
      ['post', `${path}/members`, { user_id: attacker.id, access_level: 50, id: hidden.id }],
    ];
    for (const [verb, to, body] of requests) {
      const title = milestone['title'] as string;
      // The response may repeat the request.
      const response = await attacker.api[verb as 'post' | 'put'](to, body);
      expect([to, JSON.stringify(response.body).replaceAll(title, '').includes(marker)]).toEqual([to, false]);
    }
    const { body } = await attacker.api.get(`${path}/boards/${board.id}`);
    expect([body.milestone?.id, body.assignee?.id]).not.toContain(milestone.id);
    expect((await attacker.api.get(`${path}/releases/v1`)).body.milestones ?? []).toEqual([]);
    expect((await attack('get', `${path}/approval_rules`)).status).toBe(200);
    expect((await attack('get', `${path}/protected_branches`)).status).toBe(200);
  });

  it('filters of lists', async () => {
    for (const path of [
      `/projects/${own.id}/merge_requests?source_project_id=${hidden.id}`,
      `/merge_requests?scope=all&source_project_id=${hidden.id}`,
      `/merge_requests?scope=all&author_id=${victim.id}`,
      `/issues?scope=all&author_id=${victim.id}`,
      `/issues?scope=all&assignee_id=${victim.id}`,
      `/issues?scope=all&milestone=${encodeURIComponent(milestone['title'] as string)}`,
      `/todos?project_id=${hidden.id}`,
      `/todos?group_id=${hiddenGroup.id}`,
    ]) {
      const { status, body, headers } = await attack('get', path);
      expect([path, status, body, headers.get('x-total')]).toEqual([path, 200, [], '0']);
    }
    const seen = await victim.api.get(`/issues?scope=all&author_id=${victim.id}`);
    expect(Number(seen.headers.get('x-total'))).toBeGreaterThan(0);
  });
});

it('(c) ids inside an import do not refer to resources of another owner', async () => {
  const project = `/projects/${hidden.id}`;
  const label = await create(victim.api, `${project}/labels`, { name: unique(marker), color: '#112233' });
  const milestone = await create(victim.api, `/groups/${hiddenGroup.id}/milestones`, { title: unique(marker) });
  const { body: issue } = await victim.api.get(`${project}/issues/1`);
  const before = (await witness.api.get(`${project}/issues`)).body;
  const tree = {
    id: hidden.id,
    group_id: hiddenGroup.id,
    namespace_id: hiddenGroup.id,
    forked_from_project_id: hidden.id,
    issues: [
      {
        id: issue.id,
        iid: 1,
        title: 'x',
        project_id: hidden.id,
        author_id: victim.id,
        milestone_id: milestone.id,
        moved_to_id: issue.id,
        label_links: [{ id: 1, label_id: label.id, target_id: issue.id }],
        issue_assignees: [{ user_id: victim.id, issue_id: issue.id }],
        epic_issue: { id: 1, epic_id: 1, issue_id: issue.id },
      },
    ],
    merge_requests: [
      {
        id: 1,
        iid: 1,
        title: 'x',
        source_branch: 'topic',
        target_branch: 'master',
        state: 'opened',
        source_project_id: hidden.id,
        target_project_id: hidden.id,
        author_id: victim.id,
      },
    ],
    protected_branches: [
      {
        id: 1,
        name: 'master',
        push_access_levels: [{ access_level: 40, user_id: victim.id, group_id: hiddenGroup.id }],
      },
    ],
  };
  const archive = await createArchive([
    { name: 'VERSION', content: '0.2.4' },
    { name: 'project.json', content: JSON.stringify(tree) },
  ]);
  const started = await importArchive(attacker.api, archive, { path: unique('import') });
  const { body: ended } = await waitForImport(attacker.api, started.body.id as number);
  expect(ended.import_status).toBe('finished');
  const path = `/projects/${ended.id}`;
  expect((await attack('get', path)).body).not.toHaveProperty('forked_from_project');
  const { body: imported } = await attack('get', `${path}/issues/1`);
  expect(imported).toMatchObject({ author: { id: attacker.id }, milestone: null, assignees: [], moved_to_id: null });
  for (const each of [`${path}/merge_requests`, `${path}/protected_branches`, `${path}/members`, `${path}/labels`])
    expect((await attack('get', each)).status).toBe(200);
  expect((await witness.api.get(`${project}/issues`)).body).toEqual(before);
});

describe('(d), CVE-2024-6385: a move, copy, fork, transfer or import does not increase visibility', () => {
  const anonymous = api();
  const isHidden = async (path: string): Promise<void> => {
    expect([401, 404]).toContain((await anonymous.get(path)).status);
    expect((await attack('get', path)).status).toBe(404);
  };

  it('a fork of a private project', async () => {
    const reporter = await createMember(victim.api, `/projects/${hidden.id}`, 20);
    const open = await createGroup(reporter.api, { visibility: 'public' });
    const path = `/projects/${hidden.id}/fork`;
    expect((await reporter.api.post(path, { namespace: open.id, visibility: 'public' })).status).toBe(409);
    const fork = await create(reporter.api, path, { namespace: open.id });
    expect(fork['visibility']).toBe('private');
    await isHidden(`/projects/${fork.id}`);
    expect((await reporter.api.put(`/projects/${fork.id}`, { visibility: 'public' })).status).toBe(400);
    await isHidden(`/projects/${fork.id}`);
  });

  it('a confidential issue that is moved or cloned to a public project', async () => {
    const open = await createProjectWithReadme(victim.api, { visibility: 'public' });
    const path = `/projects/${hidden.id}/issues`;
    const issue = await create(victim.api, path, { title: marker, confidential: true });
    await create(victim.api, `${path}/${issue['iid']}/notes`, { body: marker });
    await victim.api.post(`${path}/${issue['iid']}/notes`, { body: `/clone ${open.path_with_namespace}` });
    const moved = await create(victim.api, `${path}/${issue['iid']}/move`, { to_project_id: open.id });
    expect(moved).toMatchObject({ confidential: true, project_id: open.id });
    await isHidden(`/projects/${open.id}/issues/${moved['iid']}`);
    await isHidden(`/projects/${open.id}/issues/${moved['iid']}/notes`);
    expect((await attack('get', `/projects/${open.id}/issues`)).body).toEqual([]);
    expect((await victim.api.get(`/projects/${open.id}/issues`)).body.length).toBeGreaterThan(0);
  });

  it('a public project transferred to a private group', async () => {
    const open = await createProjectWithReadme(victim.api, { visibility: 'public' });
    const inside = await victim.api.put(`/projects/${open.id}/transfer`, { namespace: hiddenGroup.id });
    if (inside.status === 200) await isHidden(`/projects/${open.id}`);
    else expect(inside.status).toBe(400);
    const created = await victim.api.post('/projects', {
      path: unique('p'),
      namespace_id: hiddenGroup.id,
      visibility: 'public',
    });
    expect(created.status).toBe(400);
    const archive = await createArchive([
      { name: 'VERSION', content: '0.2.4' },
      { name: 'project.json', content: JSON.stringify({ visibility_level: 20 }) },
    ]);
    const path = unique('import');
    const fields = { path, namespace: hiddenGroup['full_path'] as string };
    const started = await importArchive(victim.api, archive, fields);
    const { body } = await waitForImport(victim.api, started.body.id as number);
    await isHidden(`/projects/${body.id}`);
  });

  it('a public snippet of a private project', async () => {
    const snippet = { title: marker, file_name: 'a', content: marker, visibility: 'public' };
    const made = await create(victim.api, `/projects/${hidden.id}/snippets`, snippet);
    for (const path of [`/projects/${hidden.id}/snippets/${made.id}`, `/snippets/${made.id}`])
      for (const each of [path, `${path}/raw`]) await isHidden(each);
    expect((await attack('get', '/snippets/public?per_page=100')).status).toBe(200);
  });

  it('a trigger whose owner has lost push access', async () => {
    const project = await createProjectWithReadme(victim.api);
    const maintainer = await createMember(victim.api, `/projects/${project.id}`, 40);
    const trigger = await create(maintainer.api, `/projects/${project.id}/triggers`, { description: 'x' });
    const run = async (): Promise<string> => {
      const fields = { token: trigger['token'] as string, ref: project.default_branch };
      return JSON.stringify((await anonymous.post(`/projects/${project.id}/trigger/pipeline`, fields)).body);
    };
    expect(await run()).toContain('Missing CI config file');
    await victim.api.delete(`/projects/${project.id}/members/${maintainer.id}`);
    expect(await run()).toContain('Insufficient permissions');
  });
});

describe('(e) references in texts and events reveal nothing about their target', () => {
  const references = (): string => {
    const { path_with_namespace: path } = hidden;
    const full = hiddenGroup['full_path'] as string;
    return `${path}#1 ${path}!1 ${path}%1 ${path}~1 ${path}@topic ${full}&1 @${full} closes ${path}#1`;
  };

  it('rendered, and in issues, notes, merge requests and commits', async () => {
    const text = references();
    const clean = async (as: TestUser): Promise<string> => {
      const { body } = await as.api.post('/markdown', { text, gfm: true, project: own.path_with_namespace });
      return (body.html as string).replaceAll(hidden.path_with_namespace, '');
    };
    expect(await clean(attacker)).not.toContain('href');
    const { body: seen } = await victim.api.post('/markdown', { text, gfm: true, project: hidden.path_with_namespace });
    expect(seen.html).toContain('href');

    const before = (await witness.api.get(`/projects/${hidden.id}/issues/1/notes`)).body;
    const path = `/projects/${own.id}`;
    const issue = await create(attacker.api, `${path}/issues`, { title: 'x', description: text });
    await create(attacker.api, `${path}/issues/${issue['iid']}/notes`, { body: text });
    await commitFile(attacker.api, `/projects/${own.id}`, {
      path: unique('closes'),
      content: text,
      branch: own.default_branch,
    });
    const actions = ['duplicate', 'relate', 'move', 'copy_metadata', 'clone'];
    for (const action of actions) {
      const body = `/${action} ${hidden.path_with_namespace}${['move', 'clone'].includes(action) ? '' : '#1'}`;
      await attack('post', `${path}/issues/${issue['iid']}/notes`, { body });
    }
    for (const each of ['notes', 'discussions', 'links', 'related_merge_requests', 'closed_by', 'participants']) {
      const { text: shown } = await download(`/api/v4${path}/issues/${issue['iid']}/${each}`, attacker.token);
      expect([each, shown.includes(`"title":"${marker}"`)]).toEqual([each, false]);
    }
    expect((await witness.api.get(`/projects/${hidden.id}/issues/1`)).body.state).toBe('opened');
    expect((await witness.api.get(`/projects/${hidden.id}/issues/1/notes`)).body).toEqual(before);
    expect((await witness.api.get(`/projects/${hidden.id}/issues/1/links`)).body).toHaveLength(
      (await victim.api.get(`/projects/${hidden.id}/issues/1/links`)).body.length,
    );
  });

  it('a mention from a private project, in notes of a public one', async () => {
    const open = await createProjectWithReadme(victim.api, { visibility: 'public' });
    const target = await create(victim.api, `/projects/${open.id}/issues`, { title: 'Open' });
    const description = `See ${open.path_with_namespace}#${target['iid']}`;
    const { iid } = await create(victim.api, `/projects/${hidden.id}/issues`, { title: marker, description });
    const path = `/projects/${open.id}/issues/${target['iid']}`;
    const mention = `mentioned in ${hidden.path_with_namespace}#${iid}`;
    const seen = await waitFor(
      () => victim.api.get(`${path}/notes`),
      ({ body }) => body.length > 0,
    );
    expect(seen.body[0].body).toBe(mention);
    for (const client of [api(), attacker.api]) {
      for (const each of ['notes', 'discussions']) {
        const { status, body, headers } = await client.get(`${path}/${each}`);
        if (client !== attacker.api && status === 401) continue;
        expect([status, body, headers.get('x-total')]).toEqual([200, [], '0']);
      }
    }
    expect((await attack('get', `${path}/related_merge_requests`)).body).toEqual([]);
    expect((await attack('get', `/projects/${open.id}/events`)).status).toBe(200);
  });
});

describe('(f) searches, counts, todos and events reveal nothing that a read denies', () => {
  const lists: [string, string][] = [
    ...['projects', 'issues', 'merge_requests', 'milestones', 'snippet_titles', 'users'].map(
      (scope): [string, string] => [`search in ${scope}`, `/search?scope=${scope}&search=${marker}`],
    ),
    ['projects', `/projects?search=${marker}`],
    ['groups', `/groups?search=${marker}`],
    ['namespaces', `/namespaces?search=${marker}`],
    ['issues', `/issues?scope=all&search=${marker}`],
    ['merge requests', `/merge_requests?scope=all&search=${marker}`],
    ['public snippets', `/snippets/public?search=${marker}&per_page=100`],
    ['snippets', `/snippets?search=${marker}`],
    ['todos', '/todos?state=pending'],
  ];

  it.each(lists)('%s', async (_name, path) => {
    const { status, body, headers } = await attack('get', path);
    // A scope that the instance does not support is refused for everyone.
    if (status === 400) return expect((await victim.api.get(path)).status).toBe(400);
    expect(status).toBe(200);
    if (path.includes('search=') && !path.startsWith('/snippets/public'))
      expect([body, headers.get('x-total')]).toEqual([[], '0']);
    return undefined;
  });

  it('the same lists show it to the victim', async () => {
    for (const kind of ['projects', 'groups', 'namespaces', 'issues', 'merge requests']) {
      const [, path = ''] = lists.find(([name]) => name === kind) ?? [];
      expect([kind, JSON.stringify((await victim.api.get(path)).body).includes(marker)]).toEqual([kind, true]);
    }
  });

  it('lists and events of the victim', async () => {
    const of = `/users/${victim.id}`;
    const seen = await waitFor(
      () => victim.api.get(`${of}/events`),
      ({ body }) => body.length > 0,
    );
    expect(JSON.stringify(seen.body)).toContain(String(hidden.id));
    for (const path of [`${of}/events`, `${of}/projects`, `${of}/starred_projects`]) {
      const { status, body, headers } = await attack('get', path);
      expect([
        path,
        status,
        body.filter(({ project_id, id }: Created) => [project_id, id].includes(hidden.id)),
      ]).toEqual([path, 200, []]);
      expect(Number(headers.get('x-total') ?? 0)).toBe(body.length);
    }
    const counts = await attack('get', `/issues_statistics?scope=all&search=${marker}`);
    expect(counts.body.statistics.counts).toEqual({ all: 0, closed: 0, opened: 0 });
    expect((await attack('get', `${of}/memberships`)).status).toBe(403);
    for (const path of [`/projects/${hidden.id}/search?scope=issues&search=x`, `/groups/${hiddenGroup.id}/issues`])
      expect((await attack('get', path)).status).toBe(404);
  });

  it('todos and counts of a former member', async () => {
    const member = await createMember(victim.api, `/projects/${hidden.id}`, 30);
    const path = `/projects/${hidden.id}`;
    await create(victim.api, `${path}/issues`, { title: marker, assignee_ids: [member.id] });
    await victim.api.put(`${path}/merge_requests/1`, { assignee_ids: [member.id] });
    await waitFor(
      () => member.api.get('/todos'),
      ({ body }) => body.length > 0,
    );
    expect((await member.api.get('/user_counts')).body).toEqual({ merge_requests: 1 });
    expect((await member.api.get('/issues?scope=assigned_to_me')).body).toHaveLength(1);
    await victim.api.delete(`${path}/members/${member.id}`);
    await attack('get', '/events', undefined, member);
    for (const each of ['/todos', '/issues?scope=assigned_to_me', `/issues?scope=all&search=${marker}`])
      expect((await attack('get', each, undefined, member)).body).toEqual([]);
    expect((await member.api.get('/user_counts')).body).toEqual({ merge_requests: 0 });
  });
});

it('(g) a token is limited to its scopes', async () => {
  const tokenOf = async (...scopes: string[]): Promise<string> =>
    (await create(attacker.api, '/personal_access_tokens', { name: unique('token'), scopes }))['token'] as string;
  const path = `/projects/${own.id}`;
  const url = (token: string): string => cloneUrl(mesh().url, own.path_with_namespace, token);
  const work = temporaryFolder('advisories');
  await git(work, 'clone', '-q', url(attacker.token), '.');
  const reach = async (token: string) => {
    const isOk = async (command: Promise<unknown>): Promise<boolean> =>
      command.then(
        () => true,
        () => false,
      );
    const client = api(token);
    return {
      'read the user': (await client.get('/user')).status === 200,
      'read a project': (await client.get(path)).status === 200,
      'read a file': (await client.get(`${path}/repository/files/README.md/raw?ref=HEAD`)).status === 200,
      'download an upload': (await download(file, token)).status === 200,
      'change a project': (await client.put(path, { description: unique('x') })).status === 200,
      'create a token': (await client.post('/personal_access_tokens', { name: 'x', scopes: ['api'] })).status === 201,
      fetch: await isOk(git(folder, 'ls-remote', url(token))),
      push: await isOk(git(work, 'push', '-q', url(token), `HEAD:refs/heads/${unique('pushed')}`)),
    };
  };
  const file = (await upload(attacker.api, own, 'a.txt', 'x'))['full_path'] as string;
  const nothing = {
    'read the user': false,
    'read a project': false,
    'read a file': false,
    'download an upload': false,
    'change a project': false,
    'create a token': false,
    fetch: false,
    push: false,
  };
  const everything = Object.fromEntries(Object.keys(nothing).map((name) => [name, true]));
  expect(await reach(await tokenOf('api'))).toEqual(everything);
  expect(await reach(await tokenOf('read_user'))).toEqual({ ...nothing, 'read the user': true });
  expect(await reach(await tokenOf('read_repository'))).toMatchObject({
    'read the user': false,
    'read a project': false,
    'change a project': false,
    'create a token': false,
    fetch: true,
    push: false,
  });
  expect(await reach(await tokenOf('read_api'))).toMatchObject({
    'read the user': true,
    'read a project': true,
    'change a project': false,
    'create a token': false,
    push: false,
  });
});

describe('(h) a permission that ends while it is cached', () => {
  const readers: [string, (user: TestUser, project: TestProject) => Promise<number>][] = [
    ['a project', async (user, { id }) => (await user.api.get(`/projects/${id}`)).status],
    ['its issues', async (user, { id }) => (await user.api.get(`/projects/${id}/issues`)).status],
    [
      'a file',
      async (user, { id }) => (await user.api.get(`/projects/${id}/repository/files/README.md?ref=HEAD`)).status,
    ],
    [
      'an archive',
      async (user, { id }) => (await download(`/api/v4/projects/${id}/repository/archive`, user.token)).status,
    ],
    [
      'git',
      (user, { path_with_namespace: path }) =>
        git(folder, 'ls-remote', cloneUrl(mesh().url, path, user.token)).then(
          () => 200,
          () => 404,
        ),
    ],
  ];
  const endings: [string, (user: TestUser, project: TestProject) => Promise<unknown>, number[]][] = [
    ['membership', (user, { id }) => victim.api.delete(`/projects/${id}/members/${user.id}`), [404]],
    ['visibility', (_user, { id }) => victim.api.put(`/projects/${id}`, { visibility: 'private' }), [404]],
    ['account', (user) => root.post(`/users/${user.id}/block`), [401, 403, 404]],
    ['project', (_user, { id }) => victim.api.delete(`/projects/${id}`), [404]],
  ];

  it.each(endings)('%s', async (name, end, allowed) => {
    for (const [what, read] of readers) {
      const visibility = name === 'visibility' ? 'public' : 'private';
      const project = await createProjectWithReadme(victim.api, { visibility });
      const user =
        visibility === 'public' ? await createUser() : await createMember(victim.api, `/projects/${project.id}`, 30);
      expect([what, await read(user, project), await read(user, project)]).toEqual([what, 200, 200]);
      await end(user, project);
      expect([what, allowed.includes(await read(user, project))]).toEqual([what, true]);
    }
  });
});

it('(i) a branch and a tag with the same name are read by their full names', async () => {
  const [tagged, branched] = [
    await commitFile(attacker.api, `/projects/${own.id}`, {
      path: unique('tagged'),
      branch: unique('other'),
      start_branch: own.default_branch,
    }),
    await commitFile(attacker.api, `/projects/${own.id}`, {
      path: unique('branched'),
      branch: 'same',
      start_branch: own.default_branch,
    }),
  ];
  await create(attacker.api, `/projects/${own.id}/repository/tags`, { tag_name: 'same', ref: tagged });
  const idOf = async (ref: string): Promise<string> =>
    (await attacker.api.get(`/projects/${own.id}/repository/commits/${encodeURIComponent(ref)}`)).body.id;
  expect([await idOf('refs/heads/same'), await idOf('refs/tags/same')]).toEqual([branched, tagged]);
});

describe('(j) a cached response is not returned to another user', () => {
  it('the same URL for different callers, concurrently and in turn', async () => {
    const paths = [
      `/projects/${hidden.id}`,
      `/projects/${hidden.id}/issues`,
      `/projects/${hidden.id}/repository/commits`,
      `/groups/${hiddenGroup.id}`,
    ];
    for (const path of paths) {
      const clients = Array.from({ length: 5 }, () => [victim.api, attacker.api, witness.api, api()]).flat();
      const responses = await Promise.all(clients.map((client) => client.get(path)));
      const seen = responses.map(({ status }) => status === 200);
      expect(seen).toEqual(clients.map((_, index) => index % 2 === 0));
    }
    for (const [client, status] of [
      [victim.api, 200],
      [attacker.api, 404],
      [victim.api, 200],
      [api(), 404],
    ] as const)
      expect((await client.get(`/projects/${hidden.id}`)).status).toBe(status);
    const names = await Promise.all([victim, attacker, witness].map((user) => user.api.get('/user')));
    expect(names.map(({ body }) => body.id)).toEqual([victim.id, attacker.id, witness.id]);
    const sudo = await Promise.all(
      ['', `?sudo=${attacker.id}`].map((query) => root.get(`/projects/${hidden.id}${query}`)),
    );
    expect(sudo.map(({ status }) => status)).toEqual([200, 404]);
  });

  it('an archive of a branch after it has moved', async () => {
    const namesOf = async (): Promise<string> => {
      const { headers } = await attacker.api.get(`/projects/${own.id}/repository/archive?sha=moving`);
      return /filename="(.*)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
    };
    const first = await commitFile(attacker.api, `/projects/${own.id}`, {
      path: unique('moving'),
      branch: 'moving',
      start_branch: own.default_branch,
    });
    expect(await namesOf()).toContain(first);
    const path = `/projects/${own.id}/repository`;
    const second = await create(attacker.api, `${path}/commits`, {
      branch: 'moving',
      commit_message: 'x',
      actions: [{ action: 'create', file_path: unique('moved'), content: 'x' }],
    });
    expect(await namesOf()).toContain(String(second.id));
    // A branch with the same name that starts at another commit.
    await attacker.api.delete(`${path}/branches/moving`);
    const third = await commitFile(attacker.api, `/projects/${own.id}`, {
      path: unique('again'),
      branch: 'moving',
      start_branch: own.default_branch,
    });
    expect(await namesOf()).toContain(third);
  });

  it('responses cannot be cached for others', async () => {
    for (const path of [`/projects/${own.id}`, '/user'])
      for (const client of [attacker.api, victim.api]) {
        const { headers } = await client.get(path);
        expect(headers.get('cache-control') ?? '').not.toContain('public');
      }
  });
});
