import {
  createIssue,
  createMember,
  createProject,
  createUser,
  ids,
  type Created,
  type TestUser,
} from '@forgemesh/testing';

describe('PUT /projects/:id/issues/:issue_iid/reorder', () => {
  let owner: TestUser;
  let path: string;
  let issues: Created[];
  const order = async (): Promise<number[]> =>
    ids(await owner.api.get(`${path}/issues?order_by=relative_position&sort=asc&per_page=100`));
  const reorder = (issue: Created | undefined, fields: object, client = owner.api) =>
    client.put(`${path}/issues/${issue?.iid}/reorder`, fields);

  beforeEach(async () => {
    owner = await createUser();
    path = `/projects/${(await createProject(owner.api)).id}`;
    issues = [];
    for (let count = 0; count < 4; count++) issues.push(await createIssue(owner.api, path));
  });

  it('places an issue between two others', async () => {
    const [one, two, three, four] = issues as [Created, Created, Created, Created];
    const moved = await reorder(four, { move_before_id: one.id, move_after_id: two.id });
    expect(moved).toMatchObject({ status: 200, body: { id: four.id, iid: four.iid } });
    expect(await order()).toEqual([one.id, four.id, two.id, three.id]);
    await reorder(one, { move_before_id: three.id });
    expect(await order()).toEqual([four.id, two.id, three.id, one.id]);
    await reorder(one, { move_after_id: four.id });
    expect(await order()).toEqual([one.id, four.id, two.id, three.id]);
    await reorder(three, { move_after_id: two.id });
    expect(await order()).toEqual([one.id, four.id, three.id, two.id]);
  });

  it('makes room where there is none', async () => {
    const [one] = issues as [Created];
    let expected = await order();
    // Each halves the room behind the first one.
    for (let count = 0; count < 24; count++) {
      const last = expected.at(-1) ?? 0;
      const issue = issues.find(({ id }) => id === last);
      expect((await reorder(issue, { move_before_id: one.id })).status).toBe(200);
      expected = [one.id, last, ...expected.filter((id) => id !== one.id && id !== last)];
      expect(await order()).toEqual(expected);
    }
  });

  it('requires the role reporter, and issues that the caller may read', async () => {
    const [one, two] = issues as [Created, Created];
    const guest = await createMember(owner.api, path, 10);
    const reporter = await createMember(owner.api, path, 20);
    expect((await reorder(two, { move_after_id: one.id }, guest.api)).status).toBe(403);
    expect((await reorder(two, { move_after_id: one.id }, reporter.api)).status).toBe(200);
    const stranger = await createUser();
    expect((await reorder(two, { move_after_id: one.id }, stranger.api)).status).toBe(404);
    const foreign = await createIssue(stranger.api, `/projects/${(await createProject(stranger.api)).id}`);
    const hidden = await reorder(one, { move_after_id: foreign.id });
    expect(hidden).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect((await reorder(one, {})).body).toEqual({
      error: 'move_before_id, move_after_id are missing, at least one parameter must be provided',
    });
    expect((await owner.api.put(`${path}/issues/99/reorder`, { move_after_id: one.id })).status).toBe(404);
  });
});
