/** Projects, groups and members for the tests of this service; each throws where the API refuses. */
import { createUser, unique, type ApiClient, type ApiResponse, type TestUser } from '@forgemesh/kit/testing';

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
