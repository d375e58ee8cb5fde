/**
 * Creates projects, groups, members and items for the tests of this service; each function throws
 * if the API refuses.
 */
import { randomUUID } from 'node:crypto';
import { serviceContext } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import { createUser, unique, type ApiClient, type ApiResponse, type TestUser } from '@forgemesh/testing';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';

/** An object created through the API. */
export interface Made {
  id: number;
  [field: string]: unknown;
}

/** An item of a project or group. */
export interface MadeItem extends Made {
  iid: number;
}

/** Creates a project with a unique name. */
export async function makeProject(
  as: ApiClient,
  fields: Record<string, unknown> = {},
): Promise<Made & { path_with_namespace: string }> {
  return created(await as.post('/projects', { name: unique('project'), ...fields })) as Made & {
    path_with_namespace: string;
  };
}

/** Creates a group with a unique name. */
export async function makeGroup(
  as: ApiClient,
  fields: Record<string, unknown> = {},
): Promise<Made & { full_path: string }> {
  const name = unique('group');
  return created(await as.post('/groups', { name, path: name, ...fields })) as Made & { full_path: string };
}

/** Creates a user who is a member of `/projects/1` or `/groups/1`. */
export async function createMember(as: ApiClient, path: string, level: number): Promise<TestUser> {
  const user = await createUser();
  created(await as.post(`${path}/members`, { user_id: user.id, access_level: level }));
  return user;
}

/** Creates an issue in `/projects/1`. */
export async function makeIssue(
  as: ApiClient,
  project: string,
  fields: Record<string, unknown> = {},
): Promise<MadeItem> {
  return created(await as.post(`${project}/issues`, { title: unique('issue'), ...fields })) as MadeItem;
}

/** Creates an epic in a group. */
export async function makeEpic(as: ApiClient, group: Made, fields: Record<string, unknown> = {}): Promise<MadeItem> {
  return created(await as.post(`/groups/${group.id}/epics`, { title: unique('epic'), ...fields })) as MadeItem;
}

/** Creates a label in `/projects/1` or `/groups/1`. */
export async function makeLabel(
  as: ApiClient,
  owner: string,
  fields: Record<string, unknown> = {},
): Promise<Made & { name: string }> {
  return created(await as.post(`${owner}/labels`, { name: unique('label'), color: '#336699', ...fields })) as Made & {
    name: string;
  };
}

/** Creates a milestone in `/projects/1` or `/groups/1`. */
export async function makeMilestone(
  as: ApiClient,
  owner: string,
  fields: Record<string, unknown> = {},
): Promise<Made & { title: string }> {
  return created(await as.post(`${owner}/milestones`, { title: unique('milestone'), ...fields })) as Made & {
    title: string;
  };
}

/** The context of one write of the administrator to a project; the same for each try. */
export function oneWrite({ id, path_with_namespace: fullPath }: Made & { path_with_namespace: string }): CallContext {
  const features = { issues: 'enabled', merge_requests: 'enabled', repository: 'enabled' };
  const resource: AuthorizedResource = {
    ...{
      found: true,
      id,
      kind: 1,
      full_path: fullPath,
      visibility: 'private',
      archived: false,
      level: 50,
      open: false,
    },
    ...{
      features,
      storage: 'default',
      default_branch: 'main',
      namespace_id: 1,
      path: 'p',
      name: 'P',
      ancestor_ids: [],
    },
  };
  const user = { id: 1, username: 'root', name: 'Administrator', admin: true, external: false };
  const write = { operation_id: randomUUID(), access: { id: resource } };
  return { ...serviceContext(randomUUID()), user, real_user_id: 1, tier: 3, ...write };
}

/** Ids of the objects in a list response. */
export function ids(response: ApiResponse): number[] {
  return (response.body as { id: number }[]).map(({ id }) => id);
}

function created(response: ApiResponse): unknown {
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

/**
 * Commits a file to a branch of `/projects/1`; a missing branch is created from `start`. Returns
 * the commit id.
 */
export async function commitFile(
  as: ApiClient,
  project: string,
  {
    branch,
    path,
    content,
    start,
    message = `Add ${path}`,
  }: { branch: string; path: string; content: string; start?: string; message?: string },
): Promise<string> {
  const actions = [{ action: 'create', file_path: path, content }];
  const fields = {
    branch,
    commit_message: message,
    actions,
    ...(start !== undefined && { start_branch: start }),
  };
  return (created(await as.post(`${project}/repository/commits`, fields)) as { id: string }).id;
}

/**
 * Creates a project whose branch `feature` is one commit ahead of `main`; also returns its path
 * `/projects/1`.
 */
export async function makeBranched(
  as: ApiClient,
  fields: Record<string, unknown> = {},
): Promise<{ project: Made & { path_with_namespace: string }; path: string; main: string; feature: string }> {
  const project = await makeProject(as, fields);
  const path = `/projects/${project.id}`;
  const main = await commitFile(as, path, { branch: 'main', path: 'README.md', content: 'hello\n' });
  const feature = await commitFile(as, path, { branch: 'feature', path: 'a.txt', content: 'a\n', start: 'main' });
  return { project, path, main, feature };
}

/** Creates a merge request in `/projects/1` from `feature` into `main`. */
export async function makeMergeRequest(
  as: ApiClient,
  project: string,
  fields: Record<string, unknown> = {},
): Promise<MadeItem> {
  const branches = { source_branch: 'feature', target_branch: 'main' };
  const request = { title: unique('request'), ...branches, ...fields };
  return created(await as.post(`${project}/merge_requests`, request)) as MadeItem;
}
