import { api, createUser, type ApiClient, type ApiResponse, type TestUser } from '@forgemesh/kit/testing';
import { createMember, makeProject } from '../testing/fixtures';

type Verb = 'get' | 'post' | 'put' | 'delete';

function send(as: ApiClient, verb: Verb, url: string, fields: object): Promise<ApiResponse> {
  return verb === 'get' || verb === 'delete' ? as[verb](url) : as[verb](url, fields);
}

describe('approvals of a merge request that is not there', () => {
  let owner: TestUser;
  let project: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await makeProject(owner.api);
  });

  it.each([
    ['get', 'approvals', {}],
    ['post', 'approvals', { approvals_required: 1 }],
    ['put', 'approvers', { approver_ids: [], approver_group_ids: [] }],
    ['get', 'approval_state', {}],
    ['get', 'approval_rules', {}],
    ['post', 'approval_rules', { name: 'x', approvals_required: 1 }],
    ['put', 'approval_rules/1', { name: 'x', approvals_required: 1 }],
    ['delete', 'approval_rules/1', {}],
    ['post', 'approve', {}],
    ['post', 'unapprove', {}],
  ] as const)('%s %s is not found', async (verb, path, fields) => {
    const url = `${project}/merge_requests/1/${path}`;
    expect(await send(owner.api, verb, url, fields)).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect((await send((await createUser()).api, verb, url, fields)).status).toBe(404);
    expect((await send(api(), verb, url, fields)).status).toBe(401);
  });

  it('is hidden from guests', async () => {
    const guest = await createMember(owner.api, project, 10);
    expect((await guest.api.get(`${project}/merge_requests/1/approvals`)).status).toBe(403);
  });
});
