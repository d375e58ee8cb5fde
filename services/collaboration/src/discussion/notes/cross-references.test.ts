import {
  createUser,
  waitFor,
  createMember,
  ids,
  createBranchedProject,
  createGroup,
  createIssue,
  createMergeRequest,
  createProject,
  type TestUser,
  type Created,
  type TestItem,
  type TestProject,
} from '@forgemesh/testing';
import { inDatabase, systemNotes } from '#testing/database';
import { createEpic } from '#testing/fixtures';

describe('cross references', () => {
  let owner: TestUser;
  let path: string;
  let project: TestProject;
  beforeAll(async () => {
    owner = await createUser();
    ({ path, project } = await createBranchedProject(owner.api, { visibility: 'public' }));
  });

  const mentionsOf = async (issue: Created, count: number): Promise<string[]> =>
    waitFor(
      async () => (await systemNotes('Issue', issue)).filter((text) => text.startsWith('mentioned in')),
      (texts) => texts.length >= count,
    );

  it('are recorded once for each mentioner of any type', async () => {
    const target = await createIssue(owner.api, path);
    const issue = await createIssue(owner.api, path, { title: `After #${target.iid}`, description: '`#1` of #999' });
    await owner.api.post(`${path}/issues/${issue.iid}/notes`, { body: `Again #${target.iid} and #${issue.iid}` });
    await owner.api.put(`${path}/issues/${issue.iid}`, { description: `Still #${target.iid}` });
    const request = await createMergeRequest(owner.api, path, { description: `Part of #${target.iid}` });
    const actions = [{ action: 'create', file_path: 'b.txt', content: 'b' }];
    const commit = { branch: 'feature', commit_message: `For #${target.iid}`, actions };
    const sha = (await owner.api.post(`${path}/repository/commits`, commit)).body.id as string;
    expect((await mentionsOf(target, 3)).sort()).toEqual(
      [`mentioned in #${issue.iid}`, `mentioned in !${request.iid}`, `mentioned in ${sha}`].sort(),
    );
    expect(await systemNotes('Issue', issue)).not.toContain(`mentioned in #${issue.iid}`);
    const related = await owner.api.get(`${path}/issues/${target.iid}/related_merge_requests`);
    expect(ids(related)).toEqual([request.id]);
    expect((await owner.api.get(`${path}/issues/${target.iid}`)).body.user_notes_count).toBe(0);
  });

  it('contain the path of another project', async () => {
    const group = await createGroup(owner.api);
    const inside = await createProject(owner.api, { namespace_id: group.id });
    const target = await createIssue(owner.api, `/projects/${inside.id}`);
    const full = `${inside.path_with_namespace}#${target.iid}`;
    const epic = await createEpic(owner.api, group, { description: `Needs ${full}` });
    const issue = await createIssue(owner.api, path, { description: `See ${full}` });
    expect((await mentionsOf(target, 2)).sort()).toEqual(
      [
        `mentioned in ${project.path_with_namespace}#${issue.iid}`,
        `mentioned in ${group.full_path}&${epic.iid}`,
      ].sort(),
    );
  });

  describe('GET /projects/:id/issues/:issue_iid/notes', () => {
    let target: TestItem;
    let open: TestItem;
    let stranger: TestUser;
    beforeAll(async () => {
      target = await createIssue(owner.api, path);
      const hidden = await createProject(owner.api, { visibility: 'private' });
      const text = { description: `About ${project.path_with_namespace}#${target.iid}` };
      await createIssue(owner.api, `/projects/${hidden.id}`, text);
      await createIssue(owner.api, path, { ...text, confidential: true });
      open = await createIssue(owner.api, path, text);
      await mentionsOf(target, 3);
      stranger = await createUser();
    });

    it('shows them only to readers of the mentioner, also in discussions', async () => {
      const reporter = await createMember(owner.api, path, 20);
      const seen = async (user: TestUser, what: string): Promise<number> => {
        const { body, headers } = await user.api.get(`${path}/issues/${target.iid}/${what}`);
        expect(headers.get('x-total')).toBe(String((body as unknown[]).length));
        return (body as unknown[]).length;
      };
      for (const what of ['notes', 'discussions'])
        expect(await Promise.all([owner, reporter, stranger].map((user) => seen(user, what)))).toEqual([3, 2, 1]);
    });

    it('hides single notes and discussions', async () => {
      const discussions = `${path}/issues/${target.iid}/discussions`;
      const all = (await owner.api.get(discussions)).body as { id: string; notes: TestItem[] }[];
      for (const { id, notes } of all) {
        const isShown = notes[0]?.['body'] === `mentioned in #${open.iid}`;
        const single = `${path}/issues/${target.iid}/notes/${notes[0]?.id ?? 0}`;
        for (const address of [single, `${discussions}/${id}`])
          expect((await stranger.api.get(address)).status).toBe(isShown ? 200 : 404);
      }
    });
  });

  it('are not created by users who may not read the target', async () => {
    const secret = await createIssue(owner.api, path, { confidential: true });
    const open = await createIssue(owner.api, path);
    const stranger = await createUser();
    const body = `Both #${secret.iid} and #${open.iid}`;
    const own = await createIssue(stranger.api, path, { description: body });
    await mentionsOf(open, 1);
    const found = await inDatabase((connection) =>
      connection.collection('notes').countDocuments({ 'mentioner.id': own.id, noteable_id: secret.id }),
    );
    expect(found).toBe(0);
  });
});
