/**
 * Visitors of the pages, who have no account: which operations admit them, and that none shows them
 * anything that is not public.
 */
import { getOption } from '@bufbuild/protobuf';
import { param } from '@forgemesh/proto/options/param';
import type { OperationContract } from '@forgemesh/rpc';
import {
  create,
  createBranchedProject,
  createGroup,
  createIssue,
  createMergeRequest,
  createProjectWithReadme,
  createUser,
  mesh,
  unique,
  type BranchedProject,
  type TestGroup,
  type TestItem,
  type TestProject,
  type TestUser,
} from '@forgemesh/testing';
import { operations, pathTo, requiredParams, routeOf } from './support/operations';

const AUTH_PUBLIC = 1;
const AUTH_ADMIN = 3;
const OPEN_NO = 2;

const admitting = operations.filter(({ options }) => options.visitors);
const routes = admitting.map((operation): [string, OperationContract] => [routeOf(operation), operation]);

let token: string;
beforeAll(async () => {
  const response = await fetch(`${mesh().url}/-/session/visitor`);
  ({ access_token: token } = (await response.json()) as { access_token: string });
});

/** Sends a request of a visitor and returns its status and text. */
async function visit(path: string, method = 'GET'): Promise<{ status: number; text: string }> {
  const response = await fetch(`${mesh().url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    redirect: 'manual',
  });
  return { status: response.status, text: await response.text() };
}

/** Address of an operation, with the parameter that chooses it among those of its route. */
function addressOf(operation: OperationContract): string {
  const { sharedBy } = operation.options;
  if (sharedBy === '') return pathTo(operation);
  return `${pathTo(operation)}?${sharedBy}=${String(requiredParams(operation)[sharedBy])}`;
}

describe('the operations that admit visitors', () => {
  it('are reads of projects, groups, users, merge requests, snippets and search', () => {
    const subjects = new Set(admitting.map(({ paths }) => paths[0]?.split('/')[3]));
    expect([...subjects].sort()).toEqual(['groups', 'merge_requests', 'projects', 'search', 'snippets', 'users']);
    expect(admitting.length).toBeGreaterThan(90);
  });

  it.each(routes)('%s reads, and is open to non-members', (_route, { httpMethod, isRead, options }) => {
    expect([httpMethod, isRead]).toEqual(['GET', true]);
    expect(options.auth).not.toBe(AUTH_ADMIN);
    expect(options.access.filter(({ open }) => open === OPEN_NO)).toEqual([]);
  });

  it('are the only ones that need a user and accept a visitor', async () => {
    const others = operations.filter(({ options }) => options.auth !== AUTH_PUBLIC && !options.visitors);
    expect(others.length).toBeGreaterThan(300);
    const statuses = await Promise.all(
      others.map(async (operation) => [
        routeOf(operation),
        (await visit(addressOf(operation), operation.httpMethod)).status,
      ]),
    );
    expect(statuses.filter(([, status]) => status !== 401)).toEqual([]);
  });
});

describe('what visitors see', () => {
  // A word of everything that is not public.
  const secret = unique('hush').replaceAll('-', '');
  let owner: TestUser;
  let group: TestGroup;
  let open: BranchedProject;
  let closed: Record<'private' | 'internal', TestProject>;
  let issue: TestItem;
  let confidential: TestItem;
  let request: TestItem;
  let snippet: { id: number };
  let personal: { id: number };

  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api, { name: secret });
    open = await createBranchedProject(owner.api, { visibility: 'public' });
    const hidden = (visibility: string) =>
      createProjectWithReadme(owner.api, { visibility, name: `${secret} ${visibility}` });
    closed = { private: await hidden('private'), internal: await hidden('internal') };
    [issue, confidential, request, snippet, personal] = await Promise.all([
      createIssue(owner.api, open.path, { title: 'Open to all', description: 'A public text' }),
      createIssue(owner.api, open.path, { title: secret, description: secret, confidential: true }),
      createMergeRequest(owner.api, open.path, { description: 'A public text' }),
      create<{ id: number }>(owner.api, `${open.path}/snippets`, {
        title: secret,
        file_name: 'a',
        content: secret,
        visibility: 'private',
      }),
      create<{ id: number }>(owner.api, '/snippets', {
        title: secret,
        file_name: 'a',
        content: secret,
        visibility: 'internal',
      }),
    ]);
    // Mentions from what is not public leave notes at the public issue.
    for (const project of Object.values(closed))
      await createIssue(owner.api, `/projects/${project.id}`, {
        title: secret,
        description: `See ${open.project.path_with_namespace}#${issue.iid}`,
      });
    await owner.api.post(`${open.path}/issues/${confidential.iid}/notes`, {
      body: `${secret}, see #${issue.iid} and !${request.iid}`,
    });
    await create(owner.api, `${open.path}/issues/${issue.iid}/links`, {
      target_project_id: closed.private.id,
      target_issue_iid: 1,
    });
    await create(owner.api, `/groups/${group.id}/epics`, { title: secret });
  });

  it.each(routes.filter(([, { options }]) => options.access.some(({ subject }) => subject.case === 'project')))(
    '%s: 404 for a project that is not public',
    async (_route, operation) => {
      for (const { id } of Object.values(closed)) {
        const { status, text } = await visit(requestOf(operation, String(id)));
        expect([status, text]).toEqual([404, expect.stringContaining('404 Project Not Found')]);
      }
    },
  );

  it.each(routes.filter(([, { options }]) => options.access.some(({ subject }) => subject.case === 'group')))(
    '%s: 404 for a group that is not public',
    async (_route, operation) => {
      const { status, text } = await visit(requestOf(operation, String(group.id)));
      expect([status, text]).toEqual([404, expect.stringContaining('404 Group Not Found')]);
    },
  );

  it.each(routes)('%s shows nothing that is not public', async (route, operation) => {
    for (const numbers of [
      { issue_iid: issue.iid, merge_request_iid: request.iid, snippet_id: snippet.id, id: owner.id },
      { issue_iid: confidential.iid, merge_request_iid: request.iid, snippet_id: personal.id, id: owner.id },
    ]) {
      const isOfUser = operation.paths[0]?.startsWith('/api/v4/users') === true;
      const id = isOfUser ? String(numbers.id) : String(open.project.id);
      const { status, text } = await visit(requestOf(operation, id, numbers));
      expect(text).not.toContain(secret);
      // A list of users must name one.
      const others = route === 'GET /api/v4/users' ? [401] : [400, 403, 404];
      expect([200, ...others]).toContain(status);
    }
  });

  it('includes the public project with its items, and the names of users', async () => {
    const base = `/api/v4/projects/${open.project.id}`;
    const paths = [
      `${base}/issues`,
      `${base}/issues/${issue.iid}`,
      `${base}/issues/${issue.iid}/discussions`,
      `${base}/issues/${issue.iid}/links`,
      `${base}/issues/${issue.iid}/participants`,
      `${base}/merge_requests`,
      `${base}/merge_requests/${request.iid}`,
      `${base}/merge_requests/${request.iid}/changes`,
      `${base}/merge_requests/${request.iid}/versions`,
      `${base}/merge_requests/${request.iid}/approvals`,
      `${base}/merge_requests/${request.iid}/discussions`,
      `${base}/boards`,
      `${base}/search?scope=blobs&search=hello`,
      `${base}/search?scope=notes&search=hello`,
      `/api/v4/search?scope=projects&search=${open.project.name}`,
      `/api/v4/search?scope=issues&search=Open`,
      `/api/v4/snippets/public`,
      `/api/v4/users/${owner.id}`,
      `/api/v4/users?username=${owner.username}`,
    ];
    const statuses = await Promise.all(paths.map(async (path) => [path, (await visit(path)).status]));
    expect(statuses).toEqual(paths.map((path) => [path, 200]));
    const { text } = await visit(`${base}/issues`);
    expect((JSON.parse(text) as TestItem[]).map(({ iid }) => iid)).toEqual([issue.iid]);
    expect((await visit(`${base}/issues/${confidential.iid}`)).status).toBe(404);
  });

  it('does not include lists of users, or their email addresses', async () => {
    expect((await visit('/api/v4/users')).status).toBe(401);
    expect((await visit('/api/v4/users?search=a')).status).toBe(401);
    for (const path of [`/users/${owner.id}`, `/users?username=${owner.username}`])
      expect((await visit(`/api/v4${path}`)).text).not.toContain(`${owner.username}@`);
  });

  it('ends where a feature is for members', async () => {
    const project = await createProjectWithReadme(owner.api, {
      visibility: 'public',
      issues_access_level: 'private',
      merge_requests_access_level: 'private',
      repository_access_level: 'private',
      snippets_access_level: 'private',
    });
    const guarded = admitting.filter(({ options: { access } }) => access[0] && access[0].feature !== '');
    expect(guarded.length).toBeGreaterThan(40);
    const refused = await Promise.all(
      guarded.map(async (operation) => [
        routeOf(operation),
        (await visit(requestOf(operation, String(project.id)))).status,
      ]),
    );
    const allowed = refused.filter(([, status]) => status !== 403);
    // The wiki of the project is public.
    expect(allowed.filter(([route]) => route !== 'GET /api/v4/projects/{id}/search')).toEqual([]);
  });
});

/** The address of an operation that finds the secrets if it may. */
function requestOf(operation: OperationContract, id: string, numbers: Record<string, number> = {}): string {
  const path = (operation.paths[0] as string).replace(/\{(\w+)\}/g, (match, name: string) =>
    name !== 'id' && numbers[name] !== undefined ? String(numbers[name]) : match,
  );
  return `${pathTo({ ...operation, paths: [path] }, id)}?${queryOf(operation)}`;
}

function queryOf({ options: { sharedBy }, input }: OperationContract): string {
  const field = input.fields.find(({ name }) => name === sharedBy);
  const [scope = ''] = field ? getOption(field, param).oneOf : [];
  return new URLSearchParams({ search: 'hush', per_page: '100', ...(field && { [sharedBy]: scope }) }).toString();
}
