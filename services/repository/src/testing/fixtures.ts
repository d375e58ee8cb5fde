/**
 * Factories of projects, members and commits for the tests of this service; each throws if the API
 * refuses.
 */
import { asRoot, createUser, unique, type ApiClient, type ApiResponse, type TestUser } from '@forgemesh/testing';

/** A project for tests. */
export interface TestProject {
  id: number;
  path_with_namespace: string;
  /** `/projects/<id>/repository`. */
  repository: string;
}

/** Creates a project of the administrator. */
export async function createProject(
  fields: Record<string, unknown> = {},
  as: ApiClient = asRoot(),
): Promise<TestProject> {
  const body = expectStatus(await as.post('/projects', { name: unique('repo'), ...fields }), 201);
  return { ...body, repository: `/projects/${body.id}/repository` };
}

/** Creates a user who is a member of a project. */
export async function createMember(project: TestProject, level: number): Promise<TestUser> {
  const user = await createUser();
  expectStatus(await asRoot().post(`/projects/${project.id}/members`, { user_id: user.id, access_level: level }), 201);
  return user;
}

/** Creates a group with members that a project is shared with. */
export async function createSharedGroup(
  project: TestProject,
  access: number,
  members: { user: TestUser; level: number }[],
): Promise<{ id: number; name: string }> {
  const root = asRoot();
  const name = unique('owners');
  const group = expectStatus(await root.post('/groups', { name, path: name, visibility: 'public' }), 201);
  for (const { user, level } of members)
    expectStatus(await root.post(`/groups/${group.id}/members`, { user_id: user.id, access_level: level }), 201);
  const share = { group_id: group.id, group_access: access };
  expectStatus(await root.post(`/projects/${project.id}/share`, share), 201);
  return group;
}

/** A commit in an API response. */
export interface TestCommit {
  id: string;
  short_id: string;
  parent_ids: string[];
  title: string;
}

/** Commits files: path to content. */
export async function commit(
  project: TestProject,
  files: Record<string, string>,
  fields: Record<string, unknown> = {},
  as: ApiClient = asRoot(),
): Promise<TestCommit> {
  const actions = Object.entries(files).map(([file_path, content]) => ({ action: 'create', file_path, content }));
  const body = { branch: 'main', commit_message: 'A commit', actions, ...fields };
  return expectStatus(await as.post(`${project.repository}/commits`, body), 201) as TestCommit;
}

/** Creates a project with one commit on `main`. */
export async function createRepository(
  files: Record<string, string> = { 'README.md': 'Hello\n' },
): Promise<TestProject> {
  const project = await createProject();
  await commit(project, files, { commit_message: 'First' });
  return project;
}

/** The body of a response that has the expected status. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields of any answer
export function expectStatus(response: ApiResponse, status: number): any {
  if (response.status !== status)
    throw new Error(`expected ${status}, not ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}
