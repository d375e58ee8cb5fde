import { createUser, createIssue, createProject, borrowUser, borrowMember, type TestUser } from '@forgemesh/testing';
import { systemNotes } from '#testing/database';

describe('time of an issue', () => {
  let owner: TestUser;
  let path: string;
  let at: string;
  beforeAll(async () => {
    owner = await createUser();
    path = `/projects/${(await createProject(owner.api)).id}`;
  });
  beforeEach(async () => {
    at = `${path}/issues/${(await createIssue(owner.api, path)).iid}`;
  });
  const nothing = { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null };

  it('POST /projects/:id/issues/:issue_iid/time_estimate', async () => {
    const { status, body } = await owner.api.post(`${at}/time_estimate`, { duration: '3h30m' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...nothing, time_estimate: 12_600, human_time_estimate: '3h 30m' });
    expect((await owner.api.get(`${at}/time_stats`)).body).toEqual(body);
    expect((await owner.api.get(at)).body.time_stats).toEqual(body);
    for (const duration of ['soon', '-1h'])
      expect(await owner.api.post(`${at}/time_estimate`, { duration })).toMatchObject({
        status: 400,
        body: { message: { time_estimate: ['has an invalid format'] } },
      });
    expect((await owner.api.post(`${at}/time_estimate`)).body).toEqual({ error: 'duration is missing' });
  });

  it('POST /projects/:id/issues/:issue_iid/reset_time_estimate', async () => {
    await owner.api.post(`${at}/time_estimate`, { duration: '1w' });
    expect(await owner.api.post(`${at}/reset_time_estimate`)).toMatchObject({ status: 200, body: nothing });
  });

  it('POST /projects/:id/issues/:issue_iid/add_spent_time', async () => {
    const { status, body } = await owner.api.post(`${at}/add_spent_time`, { duration: '2h' });
    expect(status).toBe(201);
    expect(body).toEqual({ ...nothing, total_time_spent: 7_200, human_total_time_spent: '2h' });
    await Promise.all([1, 2].map(() => owner.api.post(`${at}/add_spent_time`, { duration: '1h' })));
    const less = await owner.api.post(`${at}/add_spent_time`, { duration: '-30m' });
    expect(less.body).toMatchObject({ human_total_time_spent: '3h 30m' });
    expect(await owner.api.post(`${at}/add_spent_time`, { duration: '-4h' })).toMatchObject({
      status: 400,
      body: { message: { time_spent: ['Time to subtract exceeds the total time spent'] } },
    });
    expect((await owner.api.post(`${at}/add_spent_time`, { duration: 'x' })).status).toBe(400);
  });

  it('POST /projects/:id/issues/:issue_iid/reset_spent_time', async () => {
    await owner.api.post(`${at}/add_spent_time`, { duration: '1d' });
    expect(await owner.api.post(`${at}/reset_spent_time`)).toMatchObject({ status: 200, body: nothing });
  });

  it('is shown in months of four weeks, in stats and notes', async () => {
    const issue = await createIssue(owner.api, path);
    const own = `${path}/issues/${issue.iid}`;
    const estimated = await owner.api.post(`${own}/time_estimate`, { duration: '1mo2w' });
    expect(estimated.body).toMatchObject({ time_estimate: 240 * 3_600, human_time_estimate: '1mo 2w' });
    const spent = await owner.api.post(`${own}/add_spent_time`, { duration: '5w' });
    expect(spent.body).toMatchObject({ total_time_spent: 200 * 3_600, human_total_time_spent: '1mo 1w' });
    await owner.api.post(`${own}/notes`, { body: '/estimate 2mo3d\n/spend -1mo' });
    expect((await owner.api.get(own)).body.time_stats).toMatchObject({
      time_estimate: 344 * 3_600,
      human_time_estimate: '2mo 3d',
      total_time_spent: 40 * 3_600,
      human_total_time_spent: '1w',
    });
    expect(await systemNotes('Issue', issue)).toEqual([
      ...['changed time estimate to 1mo 2w', 'added 1mo 1w of time spent'],
      ...['changed time estimate to 2mo 3d', 'subtracted 1mo of time spent'],
    ]);
  });

  it('records subtracted time, also if nothing is left, and removed time', async () => {
    const issue = await createIssue(owner.api, path);
    const own = `${path}/issues/${issue.iid}`;
    for (const duration of ['1h', '-1h', '2h']) await owner.api.post(`${own}/add_spent_time`, { duration });
    await owner.api.post(`${own}/reset_spent_time`);
    await owner.api.post(`${own}/reset_spent_time`);
    await owner.api.post(`${own}/notes`, { body: '/spend 3h' });
    await owner.api.post(`${own}/notes`, { body: '/spend -3h' });
    await owner.api.post(`${own}/notes`, { body: '/spend 4h\n/remove_time_spent' });
    expect(await systemNotes('Issue', issue)).toEqual([
      ...['added 1h of time spent', 'subtracted 1h of time spent', 'added 2h of time spent', 'removed time spent'],
      ...['added 3h of time spent', 'subtracted 3h of time spent', 'added 4h of time spent', 'removed time spent'],
    ]);
  });

  it('can be changed by reporters and read by readers of the issue', async () => {
    const guest = await borrowMember(owner.api, path, 10);
    const reporter = await borrowMember(owner.api, path, 20);
    expect((await guest.api.post(`${at}/add_spent_time`, { duration: '1h' })).status).toBe(403);
    expect((await reporter.api.post(`${at}/add_spent_time`, { duration: '1h' })).status).toBe(201);
    expect((await guest.api.get(`${at}/time_stats`)).body).toMatchObject({ total_time_spent: 3_600 });
    const secret = `${path}/issues/${(await createIssue(owner.api, path, { confidential: true })).iid}`;
    expect(await guest.api.get(`${secret}/time_stats`)).toMatchObject({
      status: 404,
      body: { message: '404 Not found' },
    });
    expect((await (await borrowUser()).api.get(`${at}/time_stats`)).status).toBe(404);
  });
});
