import { api, createUser, createMember, createBranchedProject, createMergeRequest } from '@forgemesh/testing';

describe('GET /user_counts', () => {
  it('counts the open merge requests that are assigned to the caller', async () => {
    const owner = await createUser();
    const { path } = await createBranchedProject(owner.api);
    const assignee = await createMember(owner.api, path, 30);
    expect((await assignee.api.get('/user_counts')).body).toEqual({ merge_requests: 0 });
    const request = await createMergeRequest(owner.api, path, { assignee_ids: [assignee.id] });
    expect(await assignee.api.get('/user_counts')).toMatchObject({ status: 200, body: { merge_requests: 1 } });
    expect((await owner.api.get('/user_counts')).body).toEqual({ merge_requests: 0 });
    await owner.api.put(`${path}/merge_requests/${request.iid}`, { state_event: 'close' });
    expect((await assignee.api.get('/user_counts')).body).toEqual({ merge_requests: 0 });
    expect((await api().get('/user_counts')).status).toBe(401);
  });
});
