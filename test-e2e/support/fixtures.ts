/**
 * Projects, groups, members and files for tests; each function throws if the API refuses the
 * request.
 */
import { createUser, mesh, unique, type ApiBody, type ApiClient, type TestUser } from '@forgemesh/testing';

/** A resource created with the API. */
export interface Created {
  id: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read any field
  [field: string]: any;
}

/** A project. */
export interface Project extends Created {
  path_with_namespace: string;
  default_branch: string;
}

/** Posts, and returns the created resource. */
export async function create(as: ApiClient, path: string, body?: ApiBody): Promise<Created> {
  const { status, body: created } = await as.post(path, body);
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(created)}`);
  return created as Created;
}

/** Creates a project with a commit, private unless `fields` specify otherwise. */
export async function createProject(as: ApiClient, fields: object = {}): Promise<Project> {
  const { id } = await create(as, '/projects', { name: unique('project'), initialize_with_readme: true, ...fields });
  return (await as.get(`/projects/${id}`)).body as Project;
}

/** Creates a group, private unless `fields` specify otherwise. */
export function createGroup(as: ApiClient, fields: object = {}): Promise<Created> {
  const name = unique('group');
  return create(as, '/groups', { name, path: name, visibility: 'private', ...fields });
}

/** Creates a user who is a member of `place`, such as `/projects/1` or `/groups/1`. */
export async function createMember(as: ApiClient, place: string, accessLevel: number): Promise<TestUser> {
  const user = await createUser();
  await create(as, `${place}/members`, { user_id: user.id, access_level: accessLevel });
  return user;
}

/** Commits a new file to a branch, which starts at the default branch if it does not exist. */
export function commitFile(
  as: ApiClient,
  { id, default_branch }: Project,
  { path, content = unique('content'), branch = default_branch }: { path: string; content?: string; branch?: string },
): Promise<Created> {
  return create(as, `/projects/${id}/repository/commits`, {
    branch,
    ...(branch !== default_branch && { start_branch: default_branch }),
    commit_message: `Add ${path}`,
    actions: [{ action: 'create', file_path: path, content }],
  });
}

/** Attaches a file to a project. */
export function upload(as: ApiClient, { id }: { id: number }, name: string, content: string): Promise<Created> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return create(as, `/projects/${id}/uploads`, form);
}

/** Requests a path of the mesh outside the API, or binary content inside it. */
export async function download(path: string, token?: string): Promise<{ status: number; text: string }> {
  const headers = new Headers(token === undefined ? {} : { 'PRIVATE-TOKEN': token });
  const response = await fetch(new URL(path, mesh().url), { headers });
  return { status: response.status, text: await response.text() };
}
