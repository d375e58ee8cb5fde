import {
  api,
  createUser,
  waitFor,
  createMember,
  ids,
  createIssue,
  createProject,
  addMember,
  borrowUser,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { systemNotes } from '#testing/database';

describe('links of issues', () => {
  let owner: TestUser;
  let project: TestProject;
  let other: TestProject;
  let path: string;
  let there: string;
  beforeAll(async () => {
    owner = await createUser();
    [project, other] = [await createProject(owner.api), await createProject(owner.api)];
    [path, there] = [`/projects/${project.id}`, `/projects/${other.id}`];
  });
  const link = (iid: number, target: object, as = owner) => as.api.post(`${path}/issues/${iid}/links`, target);

  describe('POST /projects/:id/issues/:issue_iid/links', () => {
    it('links two issues, and records it on both', async () => {
      const [one, two] = [await createIssue(owner.api, path), await createIssue(owner.api, there)];
      const target = { target_project_id: other.path_with_namespace, target_issue_iid: two.iid };
      const { status, body } = await link(one.iid, target);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        source_issue: { id: one.id, references: { relative: `#${one.iid}` } },
        target_issue: { id: two.id, references: { relative: `${other.path_with_namespace}#${two.iid}` } },
      });
      const [shown] = (await owner.api.get(`${path}/issues/${one.iid}/links`)).body;
      expect(shown).toMatchObject({ id: two.id, issue_link_id: expect.any(Number) });
      expect((await owner.api.get(`${there}/issues/${two.iid}/links`)).body).toMatchObject([
        { id: one.id, issue_link_id: shown.issue_link_id },
      ]);
      expect(await systemNotes('Issue', one)).toEqual([
        `marked this issue as related to ${other.path_with_namespace}#${two.iid}`,
      ]);
      const back = { target_project_id: project.id, target_issue_iid: one.iid };
      for (const again of [await link(one.iid, target), await owner.api.post(`${there}/issues/${two.iid}/links`, back)])
        expect(again).toMatchObject({ status: 409, body: { message: 'Issue(s) already assigned' } });
    });

    it('refuses invalid links and callers without the rights', async () => {
      const [one, two] = [await createIssue(owner.api, path), await createIssue(owner.api, there)];
      const target = { target_project_id: other.id, target_issue_iid: two.iid };
      const self = { target_project_id: project.id, target_issue_iid: one.iid };
      expect(await link(one.iid, self)).toMatchObject({
        status: 400,
        body: { message: { source: ['cannot be related to itself'] } },
      });
      expect(await link(one.iid, { ...target, target_issue_iid: 99_999 })).toMatchObject({
        status: 404,
        body: { message: '404 Issue Not Found' },
      });
      const [guest, reporter] = [await createMember(owner.api, path, 10), await createMember(owner.api, path, 20)];
      expect((await link(one.iid, self, guest)).status).toBe(403);
      expect(await link(one.iid, target, reporter)).toMatchObject({
        status: 404,
        body: { message: '404 Project Not Found' },
      });
      await addMember(owner.api, there, reporter, 10);
      expect((await link(one.iid, target, reporter)).status).toBe(403);
      expect((await link(one.iid, {})).body).toEqual({
        error: 'target_project_id is missing, target_issue_iid is missing',
      });
      expect((await api().get(`${path}/issues/${one.iid}/links`)).status).toBe(401);
    });
  });

  describe('GET /projects/:id/issues/:issue_iid/links', () => {
    it('lists the issues that the caller may read, in pages', async () => {
      const one = await createIssue(owner.api, path);
      const hidden = await createIssue(owner.api, there);
      const secret = await createIssue(owner.api, path, { confidential: true });
      const open = await createIssue(owner.api, path);
      await link(one.iid, { target_project_id: other.id, target_issue_iid: hidden.iid });
      await link(one.iid, { target_project_id: project.id, target_issue_iid: secret.iid });
      await link(one.iid, { target_project_id: project.id, target_issue_iid: open.iid });
      const guest = await createMember(owner.api, path, 10);
      const at = `${path}/issues/${one.iid}/links`;
      expect(ids(await guest.api.get(at))).toEqual([open.id]);
      expect(ids(await owner.api.get(at))).toEqual([hidden.id, secret.id, open.id]);
      expect((await guest.api.get(`${path}/issues/${one.iid}/notes`)).body).toMatchObject([
        { body: `marked this issue as related to #${open.iid}` },
      ]);
      const page = await owner.api.get(`${at}?per_page=1&page=2`);
      expect([ids(page), page.headers.get('x-total')]).toEqual([[secret.id], '3']);
      expect((await (await borrowUser()).api.get(at)).status).toBe(404);
      await owner.api.delete(`${path}/issues/${open.iid}`);
      expect(ids(await guest.api.get(at))).toEqual([]);
    });

    it('moves with its issue', async () => {
      const [one, two] = [await createIssue(owner.api, path), await createIssue(owner.api, path)];
      await link(one.iid, { target_project_id: project.id, target_issue_iid: two.iid });
      const { body: moved } = await owner.api.post(`${path}/issues/${one.iid}/move`, { to_project_id: other.id });
      expect(ids(await owner.api.get(`${path}/issues/${two.iid}/links`))).toEqual([moved.id]);
      expect(ids(await owner.api.get(`${path}/issues/${one.iid}/links`))).toEqual([]);
    });
  });

  describe('DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id', () => {
    it('removes a link from both sides', async () => {
      const [one, two] = [await createIssue(owner.api, path), await createIssue(owner.api, path)];
      await link(one.iid, { target_project_id: project.id, target_issue_iid: two.iid });
      const [{ issue_link_id: id }] = (await owner.api.get(`${path}/issues/${two.iid}/links`)).body;
      const guest = await createMember(owner.api, path, 10);
      expect((await guest.api.delete(`${path}/issues/${two.iid}/links/${id}`)).status).toBe(403);
      const foreign = await createIssue(owner.api, path);
      const notFound = { status: 404, body: { message: '404 Issue Link Not Found' } };
      expect(await owner.api.delete(`${path}/issues/${foreign.iid}/links/${id}`)).toMatchObject(notFound);
      expect(await owner.api.delete(`${path}/issues/${two.iid}/links/${id}`)).toMatchObject({
        status: 200,
        body: { source_issue: { id: one.id }, target_issue: { id: two.id } },
      });
      expect(await owner.api.delete(`${path}/issues/${two.iid}/links/${id}`)).toMatchObject(notFound);
      expect(ids(await owner.api.get(`${path}/issues/${one.iid}/links`))).toEqual([]);
      await waitFor(
        () => systemNotes('Issue', two),
        (texts) => texts.includes(`removed the relation with #${one.iid}`),
      );
    });
  });
});
