/**
 * Creates projects, groups and members for the tests of this service. All functions throw if the
 * API rejects a request.
 */
import { createUser, unique, type ApiClient, type ApiResponse, type TestUser } from '@forgemesh/testing';

/** The fields of a project that tests use. */
export interface TestProject {
  id: number;
  path: string;
  path_with_namespace: string;
  [field: string]: unknown;
}

/** The fields of a group that tests use. */
export interface TestGroup {
  id: number;
  path: string;
  full_path: string;
  [field: string]: unknown;
}

/** Creates a project with a unique name. */
export async function makeProject(as: ApiClient, fields: Record<string, unknown> = {}): Promise<TestProject> {
  return created(await as.post('/projects', { name: unique('project'), ...fields })) as TestProject;
}

/** Creates a group with a unique name. */
export async function makeGroup(as: ApiClient, fields: Record<string, unknown> = {}): Promise<TestGroup> {
  const name = unique('group');
  return created(await as.post('/groups', { name, path: name, ...fields })) as TestGroup;
}

/** Adds a member to `/projects/1` or `/groups/1`. */
export async function addMember(
  as: ApiClient,
  path: string,
  user: TestUser,
  level: number,
  fields: Record<string, unknown> = {},
): Promise<void> {
  created(await as.post(`${path}/members`, { user_id: user.id, access_level: level, ...fields }));
}

/** Creates a user who is a member of a project or group. */
export async function createMember(as: ApiClient, path: string, level: number): Promise<TestUser> {
  const user = await createUser();
  await addMember(as, path, user, level);
  return user;
}

/** Ids of a list. */
export function ids(response: ApiResponse): number[] {
  return (response.body as { id: number }[]).map(({ id }) => id);
}

function created(response: ApiResponse): unknown {
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}
