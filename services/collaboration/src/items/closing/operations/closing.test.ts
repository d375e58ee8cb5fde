import {
  createUser,
  waitFor,
  commitFile,
  createMember,
  ids,
  createBranchedProject,
  createIssue,
  createMergeRequest,
  createProject,
  borrowUser,
  type TestUser,
  type TestItem,
} from '@forgemesh/testing';
import { systemNotes } from '#testing/database';

describe('issues that merges and commits close', () => {
  let owner: TestUser;
  let path: string;
  let fullPath: string;
  beforeAll(async () => {
    owner = await createUser();
    const made = await createBranchedProject(owner.api);
    path = made.path;
    fullPath = made.project.path_with_namespace;
  });

  /** A branch with one commit, and its merge request. */
  async function request(branch: string, fields: Record<string, unknown>, target = 'main'): Promise<TestItem> {
    await commitFile(owner.api, path, { branch, path: `${branch}.txt`, content: branch, start_branch: 'main' });
    return createMergeRequest(owner.api, path, { source_branch: branch, target_branch: target, ...fields });
  }

  const stateOf = async (issue: TestItem, project = path): Promise<string> =>
    (await owner.api.get(`${project}/issues/${issue.iid}`)).body.state as string;

  describe('GET /projects/:id/merge_requests/:merge_request_iid/closes_issues', () => {
    it('lists the issues named in title, description and commits that the caller may read', async () => {
      const [one, two, three, hidden] = await Promise.all([
        createIssue(owner.api, path),
        createIssue(owner.api, path),
        createIssue(owner.api, path),
        createIssue(owner.api, path, { confidential: true }),
      ]);
      const foreign = await createProject(owner.api);
      const other = await createIssue(owner.api, `/projects/${foreign.id}`);
      const description = `Fixes #${two.iid} and #${hidden.iid}, resolves ${String(foreign.path_with_namespace)}#${other.iid}. See #999`;
      const made = await request('closes', { title: `Closes #${one.iid}`, description });
      const actions = [{ action: 'create', file_path: 'more.txt', content: 'x' }];
      const commit = { branch: 'closes', commit_message: `More\n\nImplements #${three.iid}`, actions };
      expect((await owner.api.post(`${path}/repository/commits`, commit)).status).toBe(201);
      const closes = `${path}/merge_requests/${made.iid}/closes_issues`;
      await owner.api.get(`${path}/merge_requests/${made.iid}`);
      const response = await owner.api.get(closes);
      expect(ids(response).sort()).toEqual([one, two, three, hidden, other].map(({ id }) => id).sort());
      expect(response.body[0]).toMatchObject({
        state: 'opened',
        labels: [],
        references: { short: expect.any(String) },
      });
      expect(response.headers.get('x-total')).toBe('5');
      expect(ids(await owner.api.get(`${closes}?per_page=2&page=3`))).toHaveLength(1);
      const reporter = await createMember(owner.api, path, 20);
      expect(ids(await reporter.api.get(closes)).sort()).toEqual([one, two, three, hidden].map(({ id }) => id).sort());
      expect((await (await borrowUser()).api.get(closes)).status).toBe(404);
      expect((await owner.api.get(`${path}/merge_requests/999/closes_issues`)).status).toBe(404);
      await waitFor(
        async () => (await owner.api.get(`${path}/issues/${three.iid}`)).body.merge_requests_count as number,
        (count) => count === 1,
      );
    });

    it('lists none if the target is not the default branch', async () => {
      const issue = await createIssue(owner.api, path);
      await commitFile(owner.api, path, { branch: 'other', path: 'other.txt', content: 'x', start_branch: 'main' });
      const made = await request('beside', { description: `Closes #${issue.iid}` }, 'other');
      expect((await owner.api.get(`${path}/merge_requests/${made.iid}/closes_issues`)).body).toEqual([]);
    });
  });

  describe('GET /projects/:id/issues/:issue_iid/closed_by', () => {
    it('lists the merge requests that the caller may read', async () => {
      const issue = await createIssue(owner.api, path);
      const count = async () =>
        (await owner.api.get(`${path}/issues/${issue.iid}`)).body.merge_requests_count as number;
      expect(await count()).toBe(0);
      const made = await request('closed-by', { description: `Closes #${issue.iid}` });
      const closedBy = `${path}/issues/${issue.iid}/closed_by`;
      const related = `${path}/issues/${issue.iid}/related_merge_requests`;
      await waitFor(
        async () => {
          await count();
          return ids(await owner.api.get(closedBy));
        },
        (found) => found.length > 0,
      );
      // The cached count from before is not used.
      expect(await count()).toBe(1);
      expect((await owner.api.get(closedBy)).body[0]).toMatchObject({ iid: made.iid, source_branch: 'closed-by' });
      expect(ids(await owner.api.get(related))).toEqual([made.id]);
      const guest = await createMember(owner.api, path, 10);
      expect((await guest.api.get(closedBy)).body).toEqual([]);
      expect((await guest.api.get(related)).body).toEqual([]);
      const counts = [owner, guest].map(({ api }) => api.get(`${path}/issues/${issue.iid}`));
      expect((await Promise.all(counts)).map(({ body }) => body.merge_requests_count as number)).toEqual([1, 0]);
      expect((await guest.api.get(`${path}/issues?iids[]=${issue.iid}`)).body[0].merge_requests_count).toBe(0);
      const stranger = await createUser();
      expect((await stranger.api.get(closedBy)).status).toBe(404);
      expect((await stranger.api.get(related)).status).toBe(404);
      expect((await owner.api.get(`${path}/issues/999/closed_by`)).status).toBe(404);
    });
  });

  describe('PUT /projects/:id/merge_requests/:merge_request_iid/merge', () => {
    it('closes them in the name of the merging user, as far as their rights allow', async () => {
      const [one, two] = [await createIssue(owner.api, path), await createIssue(owner.api, path)];
      const foreign = await createProject(owner.api, { visibility: 'public' });
      const elsewhere = await createIssue(owner.api, `/projects/${foreign.id}`);
      const description = `Closes #${one.iid}, #${two.iid} and ${String(foreign.path_with_namespace)}#${elsewhere.iid}`;
      const made = await request('merged', { description });
      const merger = await createMember(owner.api, path, 40);
      const { status, body } = await merger.api.put(`${path}/merge_requests/${made.iid}/merge`);
      expect({ status, state: body.state }).toEqual({ status: 200, state: 'merged' });
      expect((await owner.api.get(`${path}/issues/${one.iid}`)).body).toMatchObject({
        state: 'closed',
        closed_by: { id: merger.id },
        merge_requests_count: 1,
      });
      expect(await stateOf(two)).toBe('closed');
      expect(await systemNotes('Issue', two)).toContain(`closed via merge request !${made.iid}`);
      expect(await stateOf(elsewhere, `/projects/${foreign.id}`)).toBe('opened');
      const commit = await owner.api.get(`${path}/repository/commits/${String(body.merge_commit_sha)}`);
      expect(commit.body.message).toContain(
        `\n\nCloses #${one.iid}, #${two.iid}, and ${String(foreign.path_with_namespace)}#${elsewhere.iid}\n\nSee merge request ${fullPath}!${made.iid}`,
      );
      expect(ids(await owner.api.get(`${path}/issues/${one.iid}/closed_by`))).toEqual([made.id]);
    });

    it('closes nothing if the project has disabled it', async () => {
      const own = await createBranchedProject(owner.api, { autoclose_referenced_issues: false });
      const issue = await createIssue(owner.api, own.path);
      const made = await createMergeRequest(owner.api, own.path, { description: `Closes #${issue.iid}` });
      const { body } = await owner.api.put(`${own.path}/merge_requests/${made.iid}/merge`);
      expect(body.state).toBe('merged');
      const commit = await owner.api.get(`${own.path}/repository/commits/${String(body.merge_commit_sha)}`);
      expect(commit.body.message).not.toContain('Closes');
      expect(await stateOf(issue, own.path)).toBe('opened');
    });
  });

  describe('POST /projects/:id/repository/commits', () => {
    const commit = async (branch: string, message: string): Promise<string> => {
      const actions = [{ action: 'create', file_path: `${message.length}-${branch}-${Math.random()}`, content: 'x' }];
      const start = branch === 'main' ? {} : { start_branch: 'main' };
      const { body } = await owner.api.post(`${path}/repository/commits`, {
        branch,
        commit_message: message,
        actions,
        ...start,
      });
      return body.id as string;
    };

    it('closes the issues that a commit to the default branch names', async () => {
      const [closed, kept] = [await createIssue(owner.api, path), await createIssue(owner.api, path)];
      await commit('aside', `Fixes #${kept.iid}`);
      const sha = await commit('main', `Mend it\n\nFixes #${closed.iid}`);
      await waitFor(
        () => stateOf(closed),
        (state) => state === 'closed',
      );
      await waitFor(
        () => systemNotes('Issue', closed),
        (texts) => texts.includes(`closed via commit ${sha}`),
      );
      expect(await stateOf(kept)).toBe('opened');
    });
  });

  describe('GET /projects/:id/issues/:issue_iid/notes', () => {
    const told = async (user: TestUser, issues: string): Promise<string[]> => {
      const notes = (await user.api.get(`${issues}/notes`)).body as { body: string }[];
      const discussions = (await user.api.get(`${issues}/discussions`)).body as { notes: { body: string }[] }[];
      const texts = [...notes, ...discussions.flatMap((discussion) => discussion.notes)].map(({ body }) => body);
      return texts.filter((text) => text.startsWith('closed'));
    };

    it('hides the closing merge request or commit from guests who may not read the code', async () => {
      const [one, two] = [await createIssue(owner.api, path), await createIssue(owner.api, path)];
      const made = await request('told', { description: `Closes #${one.iid}` });
      expect((await owner.api.put(`${path}/merge_requests/${made.iid}/merge`)).status).toBe(200);
      const sha = await commitFile(owner.api, path, {
        branch: 'main',
        path: 'told-commit.txt',
        content: 'x',
        commit_message: `Fixes #${two.iid}`,
      });
      await waitFor(
        () => told(owner, `${path}/issues/${two.iid}`),
        ({ length }) => length === 2,
      );
      const [guest, reporter] = [await createMember(owner.api, path, 10), await createMember(owner.api, path, 20)];
      const texts = { [one.iid]: `closed via merge request !${made.iid}`, [two.iid]: `closed via commit ${sha}` };
      for (const { iid } of [one, two]) {
        const issue = `${path}/issues/${iid}`;
        expect((await guest.api.get(issue)).body.state).toBe('closed');
        expect(await told(reporter, issue)).toEqual([texts[iid], texts[iid]]);
        expect(await told(guest, issue)).toEqual([]);
      }
    });

    it('does not name a private project whose merge or commit closed it', async () => {
      const open = await createProject(owner.api, { visibility: 'public' });
      const name = `${String(open.path_with_namespace)}#`;
      const issues = `/projects/${open.id}/issues`;
      const [one, two] = [
        await createIssue(owner.api, `/projects/${open.id}`),
        await createIssue(owner.api, `/projects/${open.id}`),
      ];
      const made = await request('told-far', { description: `Closes ${name}${one.iid}` });
      expect((await owner.api.put(`${path}/merge_requests/${made.iid}/merge`)).status).toBe(200);
      const message = `Fixes ${name}${two.iid}`;
      const sha = await commitFile(owner.api, path, {
        branch: 'main',
        path: 'told-far-commit.txt',
        content: 'x',
        commit_message: message,
      });
      await waitFor(
        () => told(owner, `${issues}/${two.iid}`),
        ({ length }) => length === 2,
      );
      const stranger = await createUser();
      const texts = [`closed via merge request ${fullPath}!${made.iid}`, `closed via commit ${fullPath}@${sha}`];
      for (const [index, { iid }] of [one, two].entries()) {
        expect(await told(owner, `${issues}/${iid}`)).toEqual([texts[index], texts[index]]);
        expect(await told(stranger, `${issues}/${iid}`)).toEqual([]);
      }
    });
  });
});
