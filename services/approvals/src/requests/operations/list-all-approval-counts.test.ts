import { addMember, api, createMember, createUser, type TestUser } from '@forgemesh/testing';
import { createRequest, type TestRequest } from '#testing/fixtures';

describe('GET /merge_requests/approval_counts', () => {
  let owner: TestUser;
  let first: TestRequest;
  let second: TestRequest;
  let ids: number[];
  const address = (wanted: readonly number[]): string =>
    `/merge_requests/approval_counts?merge_request_ids=${wanted.join()}`;

  beforeAll(async () => {
    owner = await createUser();
    [first, second] = await Promise.all([createRequest(owner.api), createRequest(owner.api)]);
    const found = await Promise.all([first, second].map(({ request }) => owner.api.get(request)));
    ids = found.map(({ body }) => body.id);
    for (const { project, request } of [first, second]) {
      const approver = await createMember(owner.api, project, 30);
      expect((await approver.api.post(`${request}/approve`)).status).toBe(201);
    }
  });

  it('counts the approvals of merge requests of several projects', async () => {
    const counted = await owner.api.get(address([...ids, 999999999]));
    expect(counted.status).toBe(200);
    expect(counted.body).toHaveLength(2);
    expect(counted.body).toEqual(
      expect.arrayContaining(
        [first, second].map(({ request }, index) => ({
          merge_request_id: ids[index],
          merge_request_iid: Number(request.split('/').at(-1)),
          approvals: 1,
        })),
      ),
    );
  });

  it('leaves out the merge requests that the caller cannot read', async () => {
    const reader = await createUser();
    expect((await reader.api.get(address(ids))).body).toEqual([]);
    await addMember(owner.api, first.project, reader, 20);
    expect((await reader.api.get(address(ids))).body).toMatchObject([{ merge_request_id: ids[0] }]);
    // Guests cannot read the merge requests of a private project.
    await addMember(owner.api, second.project, reader, 10);
    expect((await reader.api.get(address(ids))).body).toHaveLength(1);
  });

  it('leaves out projects whose merge requests are disabled', async () => {
    const closed = await createRequest(owner.api);
    const { body } = await owner.api.get(closed.request);
    const approver = await createMember(owner.api, closed.project, 30);
    expect((await approver.api.post(`${closed.request}/approve`)).status).toBe(201);
    expect((await owner.api.get(address([body.id]))).body).toHaveLength(1);
    await owner.api.put(closed.project, { merge_requests_access_level: 'disabled' });
    expect((await owner.api.get(address([body.id]))).body).toEqual([]);
  });

  it('requires a sign-in, and takes at most 100 ids', async () => {
    expect((await api().get(address(ids))).status).toBe(401);
    expect((await owner.api.get('/merge_requests/approval_counts')).body).toEqual([]);
    const many = Array.from({ length: 101 }, (_, number) => number + 1);
    expect((await owner.api.get(address(many))).status).toBe(400);
  });
});
