/**
 * Projects, groups and members for the tests of this service; each throws where the API refuses.
 */
import { createUser, unique, type ApiClient, type ApiResponse, type TestUser } from '@forgemesh/testing';

/** Makes a project with a unique name; returns its path in the API. */
export async function makeProject(as: ApiClient, fields: Record<string, unknown> = {}): Promise<string> {
  return `/projects/${created(await as.post('/projects', { name: unique('project'), ...fields }))}`;
}

/** Makes a group with a unique name; returns its id. */
export async function makeGroup(as: ApiClient, fields: Record<string, unknown> = {}): Promise<number> {
  const name = unique('group');
  return created(await as.post('/groups', { name, path: name, ...fields }));
}

/** Makes a user who is a member of `/projects/1` or `/groups/1`. */
export async function createMember(as: ApiClient, path: string, level: number): Promise<TestUser> {
  const user = await createUser();
  created(await as.post(`${path}/members`, { user_id: user.id, access_level: level }));
  return user;
}

function created(response: ApiResponse): number {
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${JSON.stringify(response.body)}`);
  return (response.body as { id: number }).id;
}

/**
 * Commits a file to a branch of `/projects/1`; a branch that is not there starts at `start`.
 * Returns the commit's id.
 */
export async function commitFile(
  as: ApiClient,
  project: string,
  { branch, path, ...fields }: { branch: string; path: string; start_branch?: string; author_email?: string },
): Promise<string> {
  const actions = [{ action: 'create', file_path: path, content: path }];
  const commit = { branch, commit_message: `Add ${path}`, actions, ...fields };
  const answer = await as.post(`${project}/repository/commits`, commit);
  created(answer);
  return (answer.body as { id: string }).id;
}

/** A project with an open merge request, by their paths in the API. */
export interface TestRequest {
  project: string;
  request: string;
  /** Newest commit of the source branch. */
  head: string;
}

/**
 * Makes a project, and a merge request of its owner from `feature` into `main`. The owner's
 * approval may not count, as he is the author.
 */
export async function makeRequest(
  as: ApiClient,
  {
    settings = {},
    fields = {},
    ...options
  }: { settings?: object; fields?: object; project?: Record<string, unknown> } = {},
): Promise<TestRequest> {
  const project = await makeProject(as, options.project);
  await commitFile(as, project, { branch: 'main', path: 'README.md' });
  const head = await commitFile(as, project, { branch: 'feature', path: 'a.txt', start_branch: 'main' });
  created(await as.post(`${project}/approvals`, settings));
  return { project, request: await openRequest(as, project, fields), head };
}

/**
 * Opens a merge request of `/projects/1` from `feature` into `main`; returns its path in the API.
 */
export async function openRequest(as: ApiClient, project: string, fields: object = {}): Promise<string> {
  const branches = { source_branch: 'feature', target_branch: 'main' };
  const answer = await as.post(`${project}/merge_requests`, { title: unique('request'), ...branches, ...fields });
  created(answer);
  return `${project}/merge_requests/${(answer.body as { iid: number }).iid}`;
}
