import {
  createBranchedProject,
  createMember,
  createMergeRequest,
  createUser,
  type TestUser,
  waitFor,
} from '@forgemesh/testing';

describe('reviewers of merge requests', () => {
  let owner: TestUser;
  let [reviewer, other]: TestUser[] = [];
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    ({ path } = await createBranchedProject(owner.api));
    [reviewer, other] = [await createMember(owner.api, path, 30), await createMember(owner.api, path, 20)];
  });
  const ask = async (target_branch = 'main'): Promise<string> => {
    if (target_branch !== 'main')
      await owner.api.post(`${path}/repository/branches`, { branch: target_branch, ref: 'main' });
    const fields = { target_branch, reviewer_ids: [reviewer?.id, other?.id] };
    return `${path}/merge_requests/${(await createMergeRequest(owner.api, path, fields)).iid}`;
  };
  const states = async (at: string): Promise<string[]> =>
    (await owner.api.get(`${at}/reviewers`)).body.map(({ state }: { state: string }) => state);

  describe('GET /projects/:id/merge_requests/:merge_request_iid/reviewers', () => {
    it('lists each reviewer with the state of the review', async () => {
      const at = await ask();
      const { status, body } = await owner.api.get(`${at}/reviewers`);
      expect(status).toBe(200);
      expect(body).toMatchObject([{ user: { id: reviewer?.id } }, { user: { id: other?.id } }]);
      expect(body[0]).toEqual({
        user: expect.objectContaining({ username: reviewer?.username }),
        state: 'unreviewed',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      await other?.api.post(`${at}/draft_notes/bulk_publish`, { reviewer_state: 'reviewed' });
      expect(await states(at)).toEqual(['unreviewed', 'reviewed']);
      expect((await reviewer?.api.post(`${at}/approve`))?.status).toBe(201);
      expect(await states(at)).toEqual(['approved', 'reviewed']);
      await reviewer?.api.post(`${at}/unapprove`);
      expect(
        await waitFor(
          () => states(at),
          ([first]) => first === 'unapproved',
        ),
      ).toEqual(['unapproved', 'reviewed']);
      await reviewer?.api.post(`${at}/approve`);
      await reviewer?.api.post(`${at}/draft_notes/bulk_publish`, { reviewer_state: 'requested_changes' });
      expect(await states(at)).toEqual(['requested_changes', 'reviewed']);
      expect((await owner.api.get(`${at}/approvals`)).body.approved_by).toEqual([]);
      await owner.api.put(at, { reviewer_ids: [reviewer?.id] });
      expect(await states(at)).toEqual(['requested_changes']);
      expect((await (await createUser()).api.get(`${at}/reviewers`)).status).toBe(404);
    });

    it('makes developers reviewers who finish a review', async () => {
      const at = await ask('second');
      await owner.api.put(at, { reviewer_ids: [] });
      expect(await states(at)).toEqual([]);
      await reviewer?.api.post(`${at}/draft_notes/bulk_publish`, { reviewer_state: 'reviewed' });
      expect((await owner.api.get(at)).body.reviewers).toMatchObject([{ id: reviewer?.id }]);
      expect(await states(at)).toEqual(['reviewed']);
    });
  });

  describe('POST /projects/:id/merge_requests/:merge_request_iid/reviewers/:user_id/request_review', () => {
    it('asks a reviewer again, who gets a to-do item', async () => {
      const at = await ask('third');
      const todos = async () => {
        const { body } = (await other?.api.get('/todos?action=review_requested')) ?? { body: [] };
        return body.filter(({ target_url: url }: { target_url: string }) =>
          url.endsWith(at.slice(at.indexOf('/merge_requests'))),
        );
      };
      await waitFor(todos, (found) => found.length === 1);
      await other?.api.post(`${at}/draft_notes/bulk_publish`, {
        note: 'Please explain',
        reviewer_state: 'requested_changes',
      });
      await waitFor(todos, (found) => found.length === 0);
      const again = `${at}/reviewers/${other?.id}/request_review`;
      expect(await owner.api.post(again)).toMatchObject({
        status: 201,
        body: { state: 'unreviewed', user: { id: other?.id } },
      });
      await waitFor(todos, (found) => found.length === 1);
      expect(await states(at)).toEqual(['unreviewed', 'unreviewed']);
      expect((await owner.api.post(`${at}/reviewers/${owner.id}/request_review`)).status).toBe(404);
      expect((await other?.api.post(again))?.status).toBe(403);
      expect((await (await createUser()).api.post(again)).status).toBe(404);
    });
  });

  it('are changed by quick actions', async () => {
    const at = await ask('fourth');
    const run = async (body: string) =>
      (await owner.api.post(`${at}/discussions`, { body: `Text\n${body}` })).body.notes[0].summary;
    expect(await run(`/unassign_reviewer @${other?.username}`)).toEqual([`Removed reviewers: @${other?.username}.`]);
    expect(await states(at)).toEqual(['unreviewed']);
    await reviewer?.api.post(`${at}/draft_notes/bulk_publish`, { reviewer_state: 'reviewed' });
    await run(`/assign_reviewer @${other?.username}`);
    expect(await states(at)).toEqual(['reviewed', 'unreviewed']);
    await run(`/request_review @${reviewer?.username}`);
    expect(await states(at)).toEqual(['unreviewed', 'unreviewed']);
    await run('/unassign_reviewer');
    expect(await states(at)).toEqual([]);
  });
});
