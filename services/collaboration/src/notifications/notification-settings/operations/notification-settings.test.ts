import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  createGroup,
  createProject,
  borrowUser,
  type TestUser,
} from '@forgemesh/testing';
import { inDatabase } from '#testing/database';

const levels = ['disabled', 'participating', 'watch', 'mention', 'custom', 'global'];
const defaults = {
  new_note: false,
  new_issue: false,
  reopen_issue: false,
  close_issue: false,
  reassign_issue: false,
  issue_due: false,
  new_merge_request: false,
  push_to_merge_request: false,
  reopen_merge_request: false,
  close_merge_request: false,
  reassign_merge_request: false,
  merge_merge_request: false,
  failed_pipeline: true,
  fixed_pipeline: true,
  success_pipeline: false,
  moved_project: true,
  new_epic: false,
};

describe('/notification_settings', () => {
  const path = '/notification_settings';

  it('shows the default level and the primary email', async () => {
    const user = await createUser();
    const { status, body } = await user.api.get(path);
    expect([status, body]).toEqual([
      200,
      { level: 'participating', notification_email: `${user.username}@example.com` },
    ]);
  });

  it.each(levels)('accepts the level %s', async (level) => {
    const user = await createUser();
    const { status, body } = await user.api.put(path, { level });
    expect([status, body.level]).toEqual([200, level === 'global' ? 'participating' : level]);
    expect((await user.api.get(path)).body).toEqual(body);
    expect('events' in body).toBe(level === 'custom');
  });

  it('stores the events of `custom`, and keeps fields that are not given', async () => {
    const user = await createUser();
    expect((await user.api.put(path, { new_note: 'true', failed_pipeline: false })).body.level).toBe('participating');
    const chosen = { ...defaults, new_note: true, failed_pipeline: false };
    expect((await user.api.put(path, { level: 'custom' })).body.events).toEqual(chosen);
    const { body } = await user.api.put(path, { new_epic: true });
    expect(body).toMatchObject({ level: 'custom', events: { ...chosen, new_epic: true } });
  });

  it('accepts two concurrent first changes', async () => {
    const user = await createUser();
    const changes = [{ level: 'custom' }, { new_issue: true }, { close_issue: true }];
    const answers = await Promise.all(changes.map((change) => user.api.put(path, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await user.api.get(path);
    expect(body).toMatchObject({ level: 'custom', events: { ...defaults, new_issue: true, close_issue: true } });
  });

  it('accepts only confirmed emails of the caller', async () => {
    const user = await createUser();
    const [own, open] = [`second-${user.username}@example.com`, `third-${user.username}@example.com`];
    await asRoot().post(`/users/${user.id}/emails`, { email: own, skip_confirmation: true });
    await user.api.post('/user/emails', { email: open });
    const { status, body } = await user.api.put(path, { notification_email: own });
    expect([status, body]).toEqual([200, { level: 'participating', notification_email: own }]);
    const stranger = await createUser();
    for (const email of [open, `${stranger.username}@example.com`, 'no email', '']) {
      const refused = await user.api.put(path, { notification_email: email });
      expect([refused.status, refused.body]).toEqual([
        400,
        { message: { notification_email: ['is not an email you own'] } },
      ]);
    }
    expect((await user.api.get(path)).body.notification_email).toBe(own);
  });

  it.each([
    [{ level: 'loud' }, 'level does not have a valid value'],
    [{ level: '' }, 'level does not have a valid value'],
    [{ new_note: 'perhaps' }, 'new_note is invalid'],
  ])('refuses %j', async (change, error) => {
    const user = await createUser();
    expect(await user.api.put(path, change)).toMatchObject({ status: 400, body: { error } });
  });

  it('is separate for each user', async () => {
    expect((await api().get(path)).status).toBe(401);
    expect((await api().put(path, { level: 'watch' })).status).toBe(401);
    const [one, other] = await Promise.all([borrowUser(), borrowUser()]);
    await one.api.put(path, { level: 'watch' });
    expect((await other.api.get(path)).body.level).toBe('participating');
  });

  it('is removed with its user', async () => {
    const user = await createUser();
    await user.api.put(path, { level: 'watch' });
    await asRoot().delete(`/users/${user.id}`);
    const count = () =>
      inDatabase((connection) => connection.collection('notification_settings').countDocuments({ user_id: user.id }));
    await waitFor(count, (found) => found === 0);
  });
});

describe.each(['project', 'group'] as const)('/%ss/:id/notification_settings', (kind) => {
  const make = async (owner: TestUser, fields: Record<string, unknown> = {}) => {
    const made = kind === 'project' ? await createProject(owner.api, fields) : await createGroup(owner.api, fields);
    const fullPath = String(made['path_with_namespace'] ?? made['full_path']);
    return { path: `/${kind}s/${made.id}/notification_settings`, byPath: `/${kind}s/${encodeURIComponent(fullPath)}` };
  };

  it('is `global` by default', async () => {
    const owner = await createUser();
    const { path, byPath } = await make(owner);
    expect(await owner.api.get(path)).toMatchObject({ status: 200, body: { level: 'global' } });
    for (const level of levels) {
      const { status, body } = await owner.api.put(path, { level });
      expect([status, body]).toEqual([200, level === 'custom' ? { level, events: defaults } : { level }]);
    }
    const custom = await owner.api.put(`${byPath}/notification_settings`, { level: 'custom', new_note: true });
    expect(custom.body).toEqual({ level: 'custom', events: { ...defaults, new_note: true } });
    expect((await owner.api.get(path)).body).toEqual(custom.body);
    expect((await owner.api.get('/notification_settings')).body.level).toBe('participating');
  });

  it('requires a reader', async () => {
    const [owner, reader] = await Promise.all([createUser(), borrowUser()]);
    const open = await make(owner, { visibility: 'public' });
    expect((await reader.api.put(open.path, { level: 'watch' })).body).toEqual({ level: 'watch' });
    expect((await owner.api.get(open.path)).body).toEqual({ level: 'global' });
    const closed = await make(owner, { visibility: 'private' });
    const message = `404 ${kind === 'project' ? 'Project' : 'Group'} Not Found`;
    expect(await reader.api.get(closed.path)).toMatchObject({ status: 404, body: { message } });
    expect(await reader.api.put(closed.path, { level: 'watch' })).toMatchObject({ status: 404, body: { message } });
    expect((await api(undefined, mesh().url).get(open.path)).status).toBe(401);
  });

  it('refuses invalid levels', async () => {
    const owner = await createUser();
    const { path } = await make(owner);
    expect(await owner.api.put(path, { level: 'loud' })).toMatchObject({
      status: 400,
      body: { error: 'level does not have a valid value' },
    });
  });
});
