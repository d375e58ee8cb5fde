import {
  createUser,
  waitFor,
  commitFile,
  createMember,
  ids,
  createBranchedProject,
  createGroup,
  createMergeRequest,
  addMember,
  type TestUser,
} from '@forgemesh/testing';

describe('approvers of merge requests', () => {
  let owner: TestUser;
  let path: string;
  let approver: TestUser;
  let other: TestUser;
  beforeAll(async () => {
    owner = await createUser();
    ({ path } = await createBranchedProject(owner.api));
    [approver, other] = [await createMember(owner.api, path, 30), await createMember(owner.api, path, 30)];
  });

  describe('GET /projects/:id/merge_requests?approver_ids=', () => {
    it('finds requests that all given users may approve, directly or through a group', async () => {
      const group = await createGroup(owner.api);
      await addMember(owner.api, `/groups/${group.id}`, other, 10);
      const unruled = await createMergeRequest(owner.api, path);
      const ruled = await createMergeRequest(owner.api, path, { source_branch: 'missing' });
      const list = (query: string) => owner.api.get(`${path}/merge_requests?${query}`);
      const rules = `${path}/merge_requests/${ruled.iid}/approval_rules`;
      const fields = { name: 'all', approvals_required: 2, user_ids: [approver.id], group_ids: [group.id] };
      expect((await owner.api.post(rules, fields)).status).toBe(201);
      await waitFor(
        () => list(`approver_ids=${approver.id}`),
        (found) => found.body.length === 1,
      );
      expect(ids(await list(`approver_ids[]=${approver.id}&approver_ids[]=${other.id}`))).toEqual([ruled.id]);
      expect(ids(await list(`approver_ids=${approver.id},${other.id},${(await createUser()).id}`))).toEqual([]);
      expect(ids(await list('approver_ids=Any'))).toEqual([ruled.id]);
      expect(ids(await list('approver_ids=None'))).toEqual([unruled.id]);
      expect(ids(await owner.api.get(`/merge_requests?approver_ids=${other.id}`))).toEqual([ruled.id]);
      await owner.api.delete(`/groups/${group.id}/members/${other.id}`);
      expect(ids(await list(`approver_ids=${other.id}`))).toEqual([]);
      for (const wrong of ['somebody', '9007199254740993', '99999999999999999999'])
        expect(await list(`approver_ids=${wrong}`)).toMatchObject({
          status: 400,
          body: { error: 'approver_ids is invalid' },
        });
    });
  });

  describe('rules for protected branches', () => {
    it('apply to covered target branches, and to all once the protection is removed', async () => {
      const { path: own, project } = await createBranchedProject(owner.api);
      await addMember(owner.api, own, approver, 30);
      await owner.api.post(`${own}/repository/branches`, { branch: 'stable/1', ref: 'main' });
      const { body: protection } = await owner.api.post(`${own}/protected_branches`, { name: 'stable/*' });
      const fields = { name: 'stable', approvals_required: 1, protected_branch_ids: [protection.id] };
      const rule = await owner.api.post(`${own}/approval_rules`, { ...fields, user_ids: [approver.id] });
      expect(rule.status).toBe(201);
      const request = await createMergeRequest(owner.api, own);
      const listed = (count: number) =>
        waitFor(
          () => owner.api.get(`${own}/merge_requests?approver_ids=${approver.id}`),
          ({ body }) => body.length === count,
        );
      const to = (target_branch: string) => owner.api.put(`${own}/merge_requests/${request.iid}`, { target_branch });
      await listed(0);
      await to('stable/1');
      await listed(1);
      await to('main');
      await listed(0);
      expect((await owner.api.delete(`${own}/protected_branches/stable%2F*`)).status).toBe(204);
      await listed(1);
      const rules = await owner.api.get(`/projects/${project.id}/approval_rules`);
      expect(rules.body).toMatchObject([{ id: rule.body.id, protected_branches: [] }]);
    });
  });

  describe('POST /projects/:id/merge_requests with approvals_before_merge', () => {
    it('can require more approvals than the project, but not fewer', async () => {
      await owner.api.post(`${path}/approvals`, { approvals_before_merge: 1 });
      const make = async (approvals_before_merge: number): Promise<string> => {
        const request = await createMergeRequest(owner.api, path, {
          source_branch: `with-${approvals_before_merge}`,
          approvals_before_merge,
        });
        expect(request['approvals_before_merge']).toBe(approvals_before_merge);
        return `${path}/merge_requests/${request.iid}`;
      };
      const [more, fewer] = [await make(3), await make(0)];
      expect((await owner.api.get(`${more}/approvals`)).body).toMatchObject({ approvals_required: 3 });
      expect((await owner.api.get(`${fewer}/approvals`)).body).toMatchObject({ approvals_required: 1 });
      await waitFor(
        () => owner.api.get(fewer),
        ({ body }) => body.approvals_before_merge === null,
      );
      expect((await owner.api.get(more)).body.approvals_before_merge).toBe(3);
      await owner.api.post(`${more}/approvals`, { approvals_required: 2 });
      await waitFor(
        () => owner.api.get(more),
        ({ body }) => body.approvals_before_merge === 2,
      );
    });
  });

  describe('GET /projects/:id/repository/commits/:sha/merge_requests', () => {
    it('lists the requests that contain a commit or whose merge created it', async () => {
      const { path: own, main, feature, project } = await createBranchedProject(owner.api, { visibility: 'public' });
      const request = await createMergeRequest(owner.api, own);
      const of = (sha: string, as = owner) => as.api.get(`${own}/repository/commits/${sha}/merge_requests`);
      const { status, body, headers } = await of(feature);
      expect({ status, total: headers.get('x-total') }).toEqual({ status: 200, total: '1' });
      expect(body).toMatchObject([{ id: request.id, iid: request.iid, state: 'opened', project_id: project.id }]);
      expect((await of(main)).body).toEqual([]);
      const pushed = await commitFile(owner.api, own, { branch: 'feature', path: 'b.txt', content: 'b' });
      await waitFor(
        () => of(pushed),
        (answer) => ids(answer)[0] === request.id,
      );
      const { body: merged } = await owner.api.put(`${own}/merge_requests/${request.iid}/merge`, {});
      expect(ids(await of(String(merged.merge_commit_sha)))).toEqual([request.id]);
      expect(ids(await of('feature'))).toEqual([request.id]);
      expect(await of('0'.repeat(40))).toMatchObject({ status: 404, body: { message: '404 Commit Not Found' } });
      await owner.api.put(own, { merge_requests_access_level: 'private' });
      const stranger = await createUser();
      expect(await of(feature, stranger)).toMatchObject({ status: 200, body: [] });
      await owner.api.put(own, { visibility: 'private' });
      expect((await of(feature, stranger)).status).toBe(404);
    });
  });
});
