/** Projects with repositories for the tests of this service; each throws if the API refuses. */
import {
  addMember,
  asRoot,
  commitFiles,
  create,
  createGroup,
  createProject,
  type ApiClient,
  type ApiResponse,
  type TestGroup,
  type TestProject,
  type TestUser,
} from '@forgemesh/testing';

/** A project with a repository. */
export interface TestRepository extends TestProject {
  /** `/projects/<id>/repository`. */
  repository: string;
}

/** Creates a project without commits, of the administrator unless `as` is given. */
export async function createEmptyRepository(fields: object = {}, as: ApiClient = asRoot()): Promise<TestRepository> {
  const project = await createProject(as, fields);
  return { ...project, repository: `/projects/${project.id}/repository` };
}

/** Creates a project with one commit on `main`. */
export async function createRepository(
  files: Record<string, string> = { 'README.md': 'Hello\n' },
): Promise<TestRepository> {
  const project = await createEmptyRepository();
  await commitFiles(asRoot(), `/projects/${project.id}`, files, { commit_message: 'First' });
  return project;
}

/** Creates a group with members that a project is shared with. */
export async function createSharedGroup(
  project: TestProject,
  access: number,
  members: { user: TestUser; level: number }[],
): Promise<TestGroup> {
  const root = asRoot();
  const group = await createGroup(root, { visibility: 'public' });
  for (const { user, level } of members) await addMember(root, `/groups/${group.id}`, user, level);
  await create(root, `/projects/${project.id}/share`, { group_id: group.id, group_access: access });
  return group;
}

/** The body of a response that has the expected status. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields of any answer
export function expectStatus(response: ApiResponse, status: number): any {
  if (response.status !== status)
    throw new Error(`expected ${status}, not ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}
