import {
  api,
  createIssue,
  createProject,
  createUser,
  waitFor,
  type ApiClient,
  type TestUser,
} from '@forgemesh/testing';

describe('GET /users/:id/contribution_days', () => {
  const today = (): string => new Date().toISOString().slice(0, 10);
  const countFor = async (client: ApiClient, user: TestUser): Promise<number> => {
    const { status, body } = await client.get(`/users/${user.id}/contribution_days`);
    expect(status).toBe(200);
    return (body as { date: string; count: number }[]).reduce((sum, { count }) => sum + count, 0);
  };

  it('counts the events that the caller can read', async () => {
    const [user, stranger] = await Promise.all([createUser(), createUser()]);
    const open = await createProject(user.api, { visibility: 'public' });
    const closed = await createProject(user.api);
    for (const { id } of [open, open, closed]) await createIssue(user.api, `/projects/${id}`);
    // Two projects and three issues.
    await waitFor(
      () => countFor(user.api, user),
      (count) => count === 5,
    );
    expect(await countFor(stranger.api, user)).toBe(3);
    expect(await countFor(api(), user)).toBe(3);
    const { body } = await user.api.get(`/users/${user.username}/contribution_days`);
    expect(body).toEqual([{ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), count: 5 }]);
    expect(body[0].date <= today()).toBe(true);
  });

  it('hides private profiles, and unknown users are missing', async () => {
    const [user, stranger] = await Promise.all([createUser({ private_profile: true }), createUser()]);
    await createProject(user.api, { visibility: 'public' });
    await waitFor(
      () => countFor(user.api, user),
      (count) => count > 0,
    );
    expect(await countFor(stranger.api, user)).toBe(0);
    expect((await stranger.api.get('/users/nobody-at-all/contribution_days')).body).toEqual({
      message: '404 User Not Found',
    });
  });
});
