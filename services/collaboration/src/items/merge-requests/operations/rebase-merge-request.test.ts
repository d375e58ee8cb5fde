import { randomUUID } from 'node:crypto';
import { serviceContext } from '@forgemesh/rpc';
import {
  createUser,
  waitFor,
  mesh,
  meshCaller,
  commitFile,
  createMember,
  createBranchedProject,
  createMergeRequest,
  borrowUser,
  borrowMember,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';
import { RebaseServiceDefinition } from '@forgemesh/proto/repository/v1/rebase';
import { inDatabase, type StoredRow } from '#testing/database';

describe('PUT /projects/:id/merge_requests/:merge_request_iid/rebase', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
  });

  async function makeBehind(file: string): Promise<{ path: string; url: string; main: string; feature: string }> {
    const { path, feature } = await createBranchedProject(owner.api);
    const { iid } = await createMergeRequest(owner.api, path);
    const main = await commitFile(owner.api, path, { branch: 'main', path: file, content: 'main\n' });
    return { path, url: `${path}/merge_requests/${iid}`, main, feature };
  }

  function ended(url: string): Promise<ApiResponse> {
    const ask = `${url}?include_rebase_in_progress=true&include_diverged_commits_count=true`;
    return waitFor(
      () => owner.api.get(ask),
      ({ body }) => body.rebase_in_progress === false,
    );
  }

  it('rebases the commits onto the target in the name of the caller', async () => {
    const { path, url, main, feature } = await makeBehind('m.txt');
    const member = await createMember(owner.api, path, 30);
    expect((await owner.api.get(`${url}?include_diverged_commits_count=1`)).body.diverged_commits_count).toBe(1);
    expect(await member.api.put(`${url}/rebase`, { skip_ci: true })).toMatchObject({
      status: 202,
      body: { rebase_in_progress: true },
    });
    const { body } = await ended(url);
    expect(body).toMatchObject({ merge_error: null, diverged_commits_count: 0, merge_status: 'can_be_merged' });
    expect(body.sha).not.toBe(feature);
    expect(body.diff_refs).toEqual({ base_sha: main, head_sha: body.sha, start_sha: main });
    const commit = (await owner.api.get(`${path}/repository/commits/${body.sha}`)).body;
    expect(commit).toMatchObject({ parent_ids: [main], title: 'Add a.txt', author_name: `Name of ${owner.username}` });
    expect(commit.committer_name).toBe(`Name of ${member.username}`);
    expect((await owner.api.get(`${url}/versions`)).body).toHaveLength(2);
    expect((await owner.api.get(url)).body).not.toHaveProperty('rebase_in_progress');
  });

  it('keeps approvals valid, unlike a push', async () => {
    const { path, url } = await makeBehind('m.txt');
    await owner.api.post(`${path}/approvals`, { reset_approvals_on_push: true });
    const member = await createMember(owner.api, path, 30);
    expect((await member.api.post(`${url}/approve`, {})).status).toBe(201);
    await owner.api.put(`${url}/rebase`, {});
    await ended(url);
    expect((await owner.api.get(`${url}/approvals`)).body.approved_by).toHaveLength(1);
    await commitFile(owner.api, path, { branch: 'feature', path: 'n.txt', content: 'n\n' });
    expect((await owner.api.get(url)).body.changes_count).toBe('2');
    expect((await owner.api.get(`${url}/approvals`)).body.approved_by).toEqual([]);
  });

  it('reports conflicts', async () => {
    const { url, feature } = await makeBehind('a.txt');
    expect((await owner.api.put(`${url}/rebase`, {})).status).toBe(202);
    expect((await ended(url)).body).toMatchObject({
      sha: feature,
      merge_error: 'Rebase failed. Please rebase locally',
    });
  });

  it('requires push access to an existing branch of an open request', async () => {
    const { path, url } = await makeBehind('m.txt');
    const [reporter, stranger] = [await borrowMember(owner.api, path, 20), await borrowUser()];
    expect(await reporter.api.put(`${url}/rebase`, {})).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Cannot push to source branch' },
    });
    expect((await stranger.api.put(`${url}/rebase`, {})).status).toBe(404);
    const { iid } = await createMergeRequest(owner.api, path, { source_branch: 'missing' });
    expect(await owner.api.put(`${path}/merge_requests/${iid}/rebase`, {})).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Source branch does not exist' },
    });
    await owner.api.put(url, { state_event: 'close' });
    expect(await owner.api.put(`${url}/rebase`, {})).toMatchObject({
      status: 409,
      body: { message: '409 Conflict: Resource lock' },
    });
  });

  it('rebases the branch of a fork for users who may push there', async () => {
    const { path, project } = await createBranchedProject(owner.api, { visibility: 'public' });
    const user = await createUser();
    const fork = (await user.api.post(`${path}/fork`, {})).body as { id: number };
    const patch = { branch: 'patch', path: 'c.txt', content: 'c\n', start_branch: 'main' };
    await commitFile(user.api, `/projects/${fork.id}`, patch);
    const main = await commitFile(owner.api, path, { branch: 'main', path: 'm.txt', content: 'm\n' });
    const fields = { title: 'x', source_branch: 'patch', target_branch: 'main', target_project_id: project.id };
    const { iid } = (await user.api.post(`/projects/${fork.id}/merge_requests`, fields)).body;
    const url = `${path}/merge_requests/${iid}`;
    expect((await owner.api.put(`${url}/rebase`, {})).status).toBe(403);
    expect((await user.api.put(`${url}/rebase`, {})).status).toBe(202);
    expect((await ended(url)).body).toMatchObject({ merge_error: null, diff_refs: { base_sha: main } });
  });

  describe('after a crash', () => {
    const caller = meshCaller();
    const { bus } = openTestBus(mesh().natsUrl);
    beforeAll(() => waitFor(() => Promise.resolve(bus.isConnected()), Boolean));
    afterAll(async () => {
      caller.close();
      await bus.close();
    });

    /** Runs the rebase again, like a redelivery after a crash. */
    const rerun = async (id: number): Promise<void> => {
      const event = {
        specversion: '1.0' as const,
        id: randomUUID(),
        source: '/forgemesh/collaboration',
        subject: String(id),
        type: 'collaboration.merge_request.rebase_requested',
        time: new Date().toISOString(),
        datacontenttype: 'application/json' as const,
        actor: owner.id,
        correlationid: randomUUID(),
        data: { entity: {}, version: 1, changes: {} },
      };
      await waitFor(() => bus.publish(event).then(() => true), Boolean);
    };

    it.each(['before its commits are stored', 'before the branch moves', 'before it is recorded'])(
      'continues: %s',
      async (stage) => {
        const { path, url, main, feature } = await makeBehind('m.txt');
        const { body: found } = await owner.api.get(url);
        const { body: project } = await owner.api.get(path);
        const side = (branch: string) => ({ project_id: project.id, branch, full_path: project.path_with_namespace });
        const acting_user = { id: owner.id, username: owner.username, name: 'Owner', admin: false, external: false };
        const context = { ...serviceContext(randomUUID()), tier: 3 };
        const rebases = caller.client(RebaseServiceDefinition, 'repository');
        const [target, source] = [side('main'), side('feature')].map((each) => ({ ...each, storage: '' }));
        const built = await rebases.buildRebase({ target, source, source_sha: feature, acting_user }, { context });
        const kept = stage === 'before its commits are stored' ? null : (built.commit_sha ?? null);
        if (stage === 'before it is recorded') {
          const subject = { level: 50, archived: false, default_branch: 'main' };
          const move = { source, source_sha: feature, commit_sha: built.commit_sha, subject, acting_user };
          expect((await rebases.applyRebase(move, { context })).applied).toBe(true);
        }
        const rebase = { id: randomUUID(), user_id: owner.id, tier: 3, source_sha: feature, skip_ci: false };
        const pending_rebase = { ...rebase, commit_sha: kept, at: new Date() };
        await inDatabase((connection) =>
          connection
            .collection<StoredRow>('merge_requests')
            .updateOne({ _id: found.id }, { $set: { pending_rebase, version: 1_000 } }),
        );
        await rerun(found.id);
        // Direct writes to the database become visible once the query cache expires.
        const { body } = await waitFor(
          () => ended(url),
          (answer) => answer.body.diverged_commits_count === 0,
        );
        expect(body).toMatchObject({ merge_error: null, diverged_commits_count: 0, diff_refs: { base_sha: main } });
        if (kept !== null) expect(body.sha).toBe(kept);
        expect((await owner.api.get(`${path}/repository/branches/feature`)).body.commit.id).toBe(body.sha);
        expect((await owner.api.get(`${path}/repository/commits?ref_name=feature`)).body).toHaveLength(3);
      },
    );
  });
});
