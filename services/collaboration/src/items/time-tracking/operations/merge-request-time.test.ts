import {
  createUser,
  createBranchedProject,
  createMergeRequest,
  borrowUser,
  borrowMember,
  type TestUser,
} from '@forgemesh/testing';
import { systemNotes } from '#testing/database';

describe('time of a merge request', () => {
  let owner: TestUser;
  let path: string;
  let at: string;
  beforeAll(async () => {
    owner = await createUser();
    ({ path } = await createBranchedProject(owner.api));
    at = `${path}/merge_requests/${(await createMergeRequest(owner.api, path)).iid}`;
  });
  beforeEach(async () => {
    await owner.api.post(`${at}/reset_time_estimate`);
    await owner.api.post(`${at}/reset_spent_time`);
  });
  const nothing = { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null };

  it('POST /projects/:id/merge_requests/:merge_request_iid/time_estimate', async () => {
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

  it('POST /projects/:id/merge_requests/:merge_request_iid/reset_time_estimate', async () => {
    await owner.api.post(`${at}/time_estimate`, { duration: '1w' });
    expect(await owner.api.post(`${at}/reset_time_estimate`)).toMatchObject({ status: 200, body: nothing });
  });

  it('POST /projects/:id/merge_requests/:merge_request_iid/add_spent_time', async () => {
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

  it('POST /projects/:id/merge_requests/:merge_request_iid/reset_spent_time', async () => {
    await owner.api.post(`${at}/add_spent_time`, { duration: '1d' });
    expect(await owner.api.post(`${at}/reset_spent_time`)).toMatchObject({ status: 200, body: nothing });
  });

  it('records subtracted time, also if nothing is left, and removed time', async () => {
    const own = await createBranchedProject(owner.api);
    const request = await createMergeRequest(owner.api, own.path);
    const url = `${own.path}/merge_requests/${request.iid}`;
    for (const duration of ['1h', '-1h', '2h']) await owner.api.post(`${url}/add_spent_time`, { duration });
    await owner.api.post(`${url}/reset_spent_time`);
    await owner.api.post(`${url}/reset_spent_time`);
    expect(await systemNotes('MergeRequest', request)).toEqual([
      ...['added 1h of time spent', 'subtracted 1h of time spent', 'added 2h of time spent', 'removed time spent'],
    ]);
  });

  it('can be changed by developers and read by reporters', async () => {
    const reporter = await borrowMember(owner.api, path, 20);
    const developer = await borrowMember(owner.api, path, 30);
    expect((await reporter.api.post(`${at}/add_spent_time`, { duration: '1h' })).status).toBe(403);
    expect((await developer.api.post(`${at}/add_spent_time`, { duration: '1h' })).status).toBe(201);
    expect((await reporter.api.get(`${at}/time_stats`)).body).toMatchObject({ total_time_spent: 3_600 });
    const guest = await borrowMember(owner.api, path, 10);
    expect((await guest.api.get(`${at}/time_stats`)).status).toBe(403);
    expect((await (await borrowUser()).api.get(`${at}/time_stats`)).status).toBe(404);
  });
});
