/**
 * A guest of a public project requests a repository that is for members of the team only: from the
 * gateway, and from the storage itself with the gateway's signature.
 */
import { join } from 'node:path';
import { CONTEXT_KEY, createSigner, GATEWAY, gitTarget, serviceContext } from '@forgemesh/rpc';
import { AccessServiceDefinition, ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import {
  api,
  createUser,
  mesh,
  meshCaller,
  createMember,
  createProjectWithReadme,
  type ApiClient,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { cloneUrl, git, gitFailure, temporaryFolder } from '../support/git';

const REFUSAL = 'You are not allowed to download code from this project.';

describe('a repository for members of a public project', () => {
  let owner: TestUser;
  let guest: TestUser;
  let reporter: TestUser;
  let project: TestProject;
  let path: string;

  beforeAll(async () => {
    owner = await createUser();
    project = await createProjectWithReadme(owner.api, { visibility: 'public' });
    path = `/projects/${project.id}`;
    guest = await createMember(owner.api, path, 10);
    reporter = await createMember(owner.api, path, 20);
    await owner.api.post(`${path}/wikis`, { title: 'Home', content: 'x' });
    const levels = { repository_access_level: 'private', wiki_access_level: 'private' };
    expect((await owner.api.put(path, levels)).status).toBe(200);
  });

  it.each(['', '.wiki'])('cannot be cloned by guests and non-members: %j', async (suffix) => {
    const folder = temporaryFolder('rights');
    const url = (token: string): string => cloneUrl(mesh().url, `${project.path_with_namespace}${suffix}`, token);
    const stranger = await createUser();
    for (const { token } of [guest, stranger])
      expect(await gitFailure(folder, 'ls-remote', url(token))).toContain('returned error: 403');
    const anonymous = `${mesh().url}/${project.path_with_namespace}${suffix}.git`;
    expect(await gitFailure(folder, 'ls-remote', anonymous)).toContain('could not read Username');
    expect(await git(folder, 'ls-remote', url(reporter.token))).toContain('HEAD');
  });

  it.each(['project', 'wiki'])('is refused by the storage itself: %s', async (kind) => {
    for (const [user, status] of [
      [guest, 403],
      [null, 403],
      [reporter, 200],
    ] as const) {
      const response = await requestStorage(kind, user);
      expect([user?.username, response.status]).toEqual([user?.username, status]);
      if (status === 403) expect(await response.text()).toContain(REFUSAL);
      else await response.body?.cancel();
    }
  });

  /** Requests the refs from the storage with a genuine context of the gateway for a user. */
  async function requestStorage(kind: string, user: TestUser | null): Promise<Response> {
    const context = {
      ...serviceContext('attack'),
      user: user && { id: user.id, username: user.username, name: '', admin: false, external: false },
      real_user_id: user?.id ?? null,
      access: { id: await rightsOf(user) },
    };
    const signer = createSigner(GATEWAY, join(mesh().dataDir, 'keys', `${GATEWAY}.pem`));
    const token = await signer.sign(context, gitTarget(project.id, kind));
    const { http } = mesh().processes['repository'] as { http: number };
    const refs = `http://127.0.0.1:${http}/git/${project.id}/${kind}/info/refs?service=git-upload-pack`;
    return fetch(refs, { headers: { [CONTEXT_KEY]: token } });
  }

  async function rightsOf(user: TestUser | null): Promise<AuthorizedResource> {
    const caller = meshCaller();
    try {
      const { resources } = await caller.client(AccessServiceDefinition, 'projects').authorize({
        subject: { user_id: user?.id, admin: false, external: false },
        references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(project.id) }],
      });
      return resources[0] as AuthorizedResource;
    } finally {
      caller.close();
    }
  }

  it('cannot be read by the API, forked, or used as the start of a commit', async () => {
    const fork = await createProjectWithReadme(guest.api);
    const commit = {
      branch: 'stolen',
      start_branch: project.default_branch,
      start_project: project.id,
      commit_message: 'x',
      actions: [{ action: 'create', file_path: 'x', content: 'x' }],
    };
    const statuses = async (as: ApiClient): Promise<number[]> => {
      const responses = [
        await as.get(`${path}/repository/tree`),
        await as.get(`${path}/repository/commits`),
        await as.get(`${path}/repository/archive`),
        await as.get(`${path}/repository/files/README.md/raw?ref=${project.default_branch}`),
        await as.get(`${path}/search?scope=blobs&search=x`),
        await as.get(`${path}/merge_requests`),
      ];
      return responses.map(({ status }) => status);
    };
    expect(await statuses(guest.api)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await statuses(api())).filter((status) => status === 200)).toEqual([]);
    expect((await guest.api.post(`${path}/fork`)).status).toBe(403);
    expect((await guest.api.post(`/projects/${fork.id}/repository/commits`, commit)).status).toBe(403);
    expect((await guest.api.get(`${path}/wikis`)).status).toBe(200);
  });
});
