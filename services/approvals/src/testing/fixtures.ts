/**
 * Factories of projects, groups and members for the tests of this service. Each throws if the API
 * refuses.
 */
import { createUser, unique, type ApiClient, type ApiResponse, type TestUser } from '@forgemesh/testing';

/** Creates a project with a unique name. Returns its path in the API. */
export async function createProject(as: ApiClient, fields: Record<string, unknown> = {}): Promise<string> {
  return `/projects/${createdId(await as.post('/projects', { name: unique('project'), ...fields }))}`;
}

/** Creates a group with a unique name. Returns its id. */
export async function createGroup(as: ApiClient, fields: Record<string, unknown> = {}): Promise<number> {
  const name = unique('group');
  return createdId(await as.post('/groups', { name, path: name, ...fields }));
}

/**
 * Creates a user who is a member of a project or group, given by its path: `/projects/1`,
 * `/groups/1`.
 */
export async function createMember(as: ApiClient, path: string, level: number): Promise<TestUser> {
  const user = await createUser();
  createdId(await as.post(`${path}/members`, { user_id: user.id, access_level: level }));
  return user;
}

function createdId(response: ApiResponse): number {
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${JSON.stringify(response.body)}`);
  return (response.body as { id: number }).id;
}

/**
 * Commits a file to a branch of a project, given by its path. A new branch starts at
 * `start_branch`. Returns the commit id.
 */
export async function commitFile(
  as: ApiClient,
  project: string,
  { branch, path, ...fields }: { branch: string; path: string; start_branch?: string; author_email?: string },
): Promise<string> {
  const actions = [{ action: 'create', file_path: path, content: path }];
  const commit = { branch, commit_message: `Add ${path}`, actions, ...fields };
  const response = await as.post(`${project}/repository/commits`, commit);
  createdId(response);
  return (response.body as { id: string }).id;
}

/** A project with an open merge request, both given by their paths in the API. */
export interface TestRequest {
  project: string;
  request: string;
  /** Newest commit of the source branch. */
  head: string;
}

/**
 * Creates a project and a merge request of its owner from `feature` into `main`. By default the
 * owner may not approve it, because they are its author.
 */
export async function createRequest(
  as: ApiClient,
  { settings, fields = {}, ...options }: { settings?: object; fields?: object; project?: Record<string, unknown> } = {},
): Promise<TestRequest> {
  const project = await createProject(as, options.project);
  await commitFile(as, project, { branch: 'main', path: 'README.md' });
  const head = await commitFile(as, project, { branch: 'feature', path: 'a.txt', start_branch: 'main' });
  if (settings) createdId(await as.post(`${project}/approvals`, settings));
  return { project, request: await openRequest(as, project, fields), head };
}

/**
 * Opens a merge request from `feature` into `main` in a project, given by its path. Returns its
 * path in the API.
 */
export async function openRequest(as: ApiClient, project: string, fields: object = {}): Promise<string> {
  const branches = { source_branch: 'feature', target_branch: 'main' };
  const response = await as.post(`${project}/merge_requests`, { title: unique('request'), ...branches, ...fields });
  createdId(response);
  return `${project}/merge_requests/${(response.body as { iid: number }).iid}`;
}
