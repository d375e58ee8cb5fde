import { api, borrowMember, createMember, createProject, createUser, type TestUser } from '@forgemesh/testing';
import { createRequest, type TestRequest } from '#testing/fixtures';

describe('GET /projects/:id/merge_requests/approval_counts', () => {
  let owner: TestUser;
  let fixture: TestRequest;
  let address: string;
  let id: number;
  beforeAll(async () => {
    owner = await createUser();
    fixture = await createRequest(owner.api);
    address = `${fixture.project}/merge_requests/approval_counts`;
    id = (await owner.api.get(fixture.request)).body.id;
  });

  it('counts valid approvals of merge requests of the project', async () => {
    const [first, second] = [
      await createMember(owner.api, fixture.project, 30),
      await createMember(owner.api, fixture.project, 30),
    ];
    expect((await owner.api.get(`${address}?merge_request_ids=${id}`)).body).toEqual([]);
    for (const user of [first, second]) expect((await user.api.post(`${fixture.request}/approve`)).status).toBe(201);
    const counted = await owner.api.get(`${address}?merge_request_ids[]=${id}&merge_request_ids[]=999999999`);
    const iid = Number(fixture.request.split('/').at(-1));
    expect(counted).toMatchObject({
      status: 200,
      body: [{ merge_request_id: id, merge_request_iid: iid, approvals: 2 }],
    });
    await second.api.post(`${fixture.request}/unapprove`);
    expect((await owner.api.get(`${address}?merge_request_ids=${id}`)).body).toMatchObject([{ approvals: 1 }]);
    // Not from another project.
    const other = `/projects/${(await createProject(owner.api)).id}`;
    expect((await owner.api.get(`${other}/merge_requests/approval_counts?merge_request_ids=${id}`)).body).toEqual([]);
  });

  it('is for those who can read merge requests', async () => {
    const guest = await borrowMember(owner.api, fixture.project, 10);
    const stranger = await createUser();
    expect((await guest.api.get(`${address}?merge_request_ids=${id}`)).status).toBe(403);
    expect((await stranger.api.get(`${address}?merge_request_ids=${id}`)).status).toBe(404);
    expect((await api().get(`${address}?merge_request_ids=${id}`)).status).toBe(401);
    expect((await owner.api.get(address)).body).toEqual([]);
    const many = Array.from({ length: 101 }, (_, number) => number + 1).join();
    expect((await owner.api.get(`${address}?merge_request_ids=${many}`)).status).toBe(400);
  });
});
