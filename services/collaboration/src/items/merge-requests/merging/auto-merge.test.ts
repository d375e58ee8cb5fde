import {
  createUser,
  waitFor,
  commitFile,
  createMember,
  createBranchedProject,
  createMergeRequest,
  borrowMember,
  borrowUser,
  type TestUser,
  type TestItem,
} from '@forgemesh/testing';
import { inDatabase, systemNotes, type StoredRow } from '#testing/database';
import { openRequest } from '#testing/open-request';

describe('merges that wait for a pipeline', () => {
  let owner: TestUser;
  /** Path of a project for tests that leave `main` unchanged. */
  let shared: string;
  beforeAll(async () => {
    owner = await createUser();
    ({ path: shared } = await createBranchedProject(owner.api));
  });

  interface Waiting {
    path: string;
    url: string;
    main: string;
    feature: string;
    request: TestItem;
    setStatus(state: string, sha?: string): Promise<void>;
  }

  async function make(fields: Record<string, unknown> = {}): Promise<Waiting> {
    const { path, main, feature } = await createBranchedProject(owner.api, fields);
    const request = await createMergeRequest(owner.api, path);
    const setStatus = async (state: string, sha = feature): Promise<void> => {
      expect((await owner.api.post(`${path}/statuses/${sha}`, { state, ref: 'feature' })).status).toBe(201);
    };
    return { path, url: `${path}/merge_requests/${request.iid}`, main, feature, request, setStatus };
  }

  async function openShared() {
    const { request, branch, head, url } = await openRequest(owner.api, shared);
    const setStatus = async (state: string, sha = head): Promise<void> => {
      expect((await owner.api.post(`${shared}/statuses/${sha}`, { state, ref: branch })).status).toBe(201);
    };
    return { path: shared, url, branch, head, request, setStatus };
  }

  const waits = { merge_when_pipeline_succeeds: true };

  describe('GET /projects/:id/merge_requests/:merge_request_iid', () => {
    it('shows pipelines only to reporters if jobs are not public', async () => {
      const { path, url, setStatus } = await make({ visibility: 'public', public_builds: false });
      await setStatus('running');
      const stranger = await borrowUser();
      const reporter = await borrowMember(owner.api, path, 20);
      const hidden = { pipeline: null, head_pipeline: null, latest_build_started_at: null };
      expect((await stranger.api.get(url)).body).toMatchObject(hidden);
      expect((await stranger.api.get(`${url}/pipelines`)).status).toBe(403);
      expect((await reporter.api.get(url)).body).toMatchObject({ head_pipeline: { status: 'running' } });
      expect((await reporter.api.get(`${url}/pipelines`)).body).toHaveLength(1);
      await owner.api.put(path, { public_builds: true });
      expect((await stranger.api.get(url)).body).toMatchObject({ head_pipeline: { status: 'running' } });
      expect((await stranger.api.get(`${url}/pipelines`)).body).toHaveLength(1);
    });
  });

  describe('PUT /projects/:id/merge_requests/:merge_request_iid/merge', () => {
    it('merges once the pipeline succeeds, as the user who scheduled it', async () => {
      const { path, url, feature, request, setStatus } = await make();
      const maintainer = await createMember(owner.api, path, 40);
      expect((await maintainer.api.put(`${url}/merge`, waits)).status).toBe(405);
      await setStatus('running');
      const wish = { ...waits, merge_commit_message: 'At last', should_remove_source_branch: true };
      expect(await maintainer.api.put(`${url}/merge`, wish)).toMatchObject({
        status: 200,
        body: { state: 'opened', merge_when_pipeline_succeeds: true, pipeline: { status: 'running', sha: feature } },
      });
      await setStatus('success');
      const { body } = await waitFor(
        () => owner.api.get(url),
        (answer) => answer.body.state === 'merged',
      );
      expect(body).toMatchObject({ merged_by: { id: maintainer.id }, merge_error: null });
      const commit = (await owner.api.get(`${path}/repository/commits/${body.merge_commit_sha}`)).body;
      expect(commit).toMatchObject({ message: 'At last', committer_name: `Name of ${maintainer.username}` });
      await waitFor(
        () => owner.api.get(`${path}/repository/branches/feature`),
        (answer) => answer.status === 404,
      );
      expect(await systemNotes('MergeRequest', request)).toEqual([
        `enabled an automatic merge when the pipeline for ${feature} succeeds`,
        'merged',
      ]);
    });

    it('merges immediately if the pipeline has succeeded, and not if it failed', async () => {
      const failed = await make();
      await failed.setStatus('failed');
      expect((await owner.api.put(`${failed.url}/merge`, waits)).status).toBe(405);
      const { url, setStatus } = await make();
      await setStatus('success');
      expect((await owner.api.put(`${url}/merge`, waits)).body).toMatchObject({ state: 'merged' });
    });

    it('does not merge a request that is no longer mergeable, and reports it', async () => {
      const { url, setStatus } = await openShared();
      await setStatus('pending');
      expect((await owner.api.put(`${url}/merge`, waits)).status).toBe(200);
      await owner.api.put(url, { title: 'WIP: wait' });
      await setStatus('success');
      const { body } = await waitFor(
        () => owner.api.get(url),
        (answer) => answer.body.merge_error !== null,
      );
      expect(body).toMatchObject({
        state: 'opened',
        merge_when_pipeline_succeeds: false,
        merge_error: 'Merge request is not mergeable',
      });
    });

    it('continues after a crash before or after the branch moved', async () => {
      const stop = (request: TestItem, pending: Record<string, unknown>): Promise<unknown> =>
        inDatabase((connection) =>
          connection.collection<StoredRow>('merge_requests').updateOne(
            { _id: request.id },
            {
              $set: {
                state: 'locked',
                version: 1_000,
                pending_merge: {
                  squash_commit_sha: null,
                  user_id: owner.id,
                  at: new Date(Date.now() - 61_000),
                  ...pending,
                },
              },
            },
          ),
        );
      const before = await make();
      await before.setStatus('running');
      expect((await owner.api.put(`${before.url}/merge`, waits)).status).toBe(200);
      await stop(before.request, { target_sha: before.main, commit_sha: before.feature, merge_commit_sha: null });
      await before.setStatus('success');
      const merged = (url: string) =>
        waitFor(
          () => owner.api.get(url),
          (answer) => answer.body.state === 'merged',
        );
      const { body } = await merged(before.url);
      expect(body).toMatchObject({ merged_by: { id: owner.id }, merge_error: null });
      expect((await owner.api.get(`${before.path}/repository/commits?ref_name=main`)).body).toHaveLength(3);

      const after = await make();
      await after.setStatus('running');
      await owner.api.put(`${after.url}/merge`, { ...waits, should_remove_source_branch: true });
      const sha = await commitFile(owner.api, after.path, { branch: 'main', path: 'merged.txt', content: 'merged\n' });
      await stop(after.request, { target_sha: after.main, commit_sha: sha, merge_commit_sha: sha });
      await after.setStatus('success');
      expect((await merged(after.url)).body).toMatchObject({ merge_commit_sha: sha, merged_by: { id: owner.id } });
      await waitFor(
        () => owner.api.get(`${after.path}/repository/branches/feature`),
        (answer) => answer.status === 404,
      );
      expect((await owner.api.get(`${after.path}/repository/branches/main`)).body.commit.id).toBe(sha);
    });

    it('is cancelled by a push and by a new target', async () => {
      const { path, url, head, branch, request, setStatus } = await openShared();
      await setStatus('running');
      await owner.api.put(`${url}/merge`, waits);
      const second = await commitFile(owner.api, path, { branch, path: 'b.txt', content: 'b\n' });
      expect((await owner.api.get(url)).body).toMatchObject({ sha: second, merge_when_pipeline_succeeds: false });
      await setStatus('running', second);
      await owner.api.put(`${url}/merge`, waits);
      await owner.api.post(`${path}/repository/branches`, { branch: 'stable', ref: 'main' });
      expect((await owner.api.put(url, { target_branch: 'stable' })).body.merge_when_pipeline_succeeds).toBe(false);
      const notes = await systemNotes('MergeRequest', request);
      expect(notes.filter((text) => text.includes('automatic merge'))).toEqual([
        `enabled an automatic merge when the pipeline for ${head} succeeds`,
        'aborted the automatic merge because source branch was updated',
        `enabled an automatic merge when the pipeline for ${second} succeeds`,
        'aborted the automatic merge because target branch was changed',
      ]);
    });

    it('requires a successful pipeline if the project is configured so', async () => {
      const { url, setStatus } = await make({ only_allow_merge_if_pipeline_succeeds: true });
      expect((await owner.api.put(`${url}/merge`, {})).status).toBe(405);
      await setStatus('running');
      expect((await owner.api.put(`${url}/merge`, {})).status).toBe(405);
      await setStatus('success');
      expect((await owner.api.put(`${url}/merge`, {})).body.state).toBe('merged');
    });

    it('requires resolved threads if the project is configured so', async () => {
      const { url } = await make({ only_allow_merge_if_all_discussions_are_resolved: true });
      const thread = (await owner.api.post(`${url}/discussions`, { body: 'why?' })).body as { id: string };
      expect((await owner.api.put(`${url}/merge`, {})).status).toBe(405);
      await owner.api.put(`${url}/discussions/${thread.id}?resolved=true`, {});
      expect((await owner.api.put(`${url}/merge`, {})).body.state).toBe('merged');
    });
  });

  describe('POST /projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds', () => {
    it('requires the author or a user who may merge, and a scheduled merge', async () => {
      const { path, url, request, setStatus } = await openShared();
      const cancel = `${url}/cancel_merge_when_pipeline_succeeds`;
      expect(await owner.api.post(cancel, {})).toMatchObject({ status: 406 });
      await setStatus('running');
      await owner.api.put(`${url}/merge`, waits);
      const reporter = await borrowMember(owner.api, path, 20);
      expect(await reporter.api.post(cancel, {})).toMatchObject({
        status: 401,
        body: { message: '401 Unauthorized' },
      });
      expect((await (await borrowUser()).api.post(cancel, {})).status).toBe(404);
      expect(await owner.api.post(cancel, {})).toMatchObject({ status: 201, body: { status: 'success' } });
      expect((await owner.api.get(url)).body).toMatchObject({ merge_when_pipeline_succeeds: false, state: 'opened' });
      expect(await systemNotes('MergeRequest', request)).toContain('canceled the automatic merge');
      await owner.api.put(url, { state_event: 'close' });
      expect((await owner.api.post(cancel, {})).status).toBe(405);
    });
  });

  describe('PUT /projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds', () => {
    it('works like POST', async () => {
      const { path, url, setStatus } = await openShared();
      const cancel = `${url}/cancel_merge_when_pipeline_succeeds`;
      await setStatus('running');
      await owner.api.put(`${url}/merge`, waits);
      const reporter = await borrowMember(owner.api, path, 20);
      expect((await reporter.api.put(cancel, {})).status).toBe(401);
      expect(await owner.api.put(cancel, {})).toMatchObject({ status: 200, body: { status: 'success' } });
      expect((await owner.api.get(url)).body).toMatchObject({ merge_when_pipeline_succeeds: false });
      expect((await owner.api.put(cancel, {})).status).toBe(406);
    });
  });

  describe('/projects/:id/merge_requests/:merge_request_iid/pipelines', () => {
    it('lists the pipelines of all commits, newest first, and creates one', async () => {
      const { path, url, head, branch, setStatus } = await openShared();
      expect((await owner.api.get(`${url}/pipelines`)).body).toEqual([]);
      await setStatus('success');
      const second = await commitFile(owner.api, path, { branch, path: 'b.txt', content: 'b\n' });
      const made = await owner.api.post(`${url}/pipelines`, {});
      expect(made).toMatchObject({
        status: 200,
        body: { sha: second, ref: branch, status: 'created', user: { id: owner.id }, started_at: null, tag: false },
      });
      const { body, headers } = await owner.api.get(`${url}/pipelines`);
      expect(headers.get('x-total')).toBe('2');
      const { id, sha, ref, status, created_at, updated_at, web_url } = made.body;
      expect(body[0]).toEqual({ id, sha, ref, status, created_at, updated_at, web_url });
      expect(body[1]).toMatchObject({ sha: head, status: 'success' });
      expect((await owner.api.get(`${url}/pipelines?per_page=1&page=2`)).body).toMatchObject([{ sha: head }]);
      const reporter = await borrowMember(owner.api, path, 20);
      expect((await reporter.api.post(`${url}/pipelines`, {})).status).toBe(403);
      const empty = await createMergeRequest(owner.api, path, { source_branch: 'missing' });
      expect((await owner.api.post(`${path}/merge_requests/${empty.iid}/pipelines`, {})).status).toBe(405);
    });
  });
});
