import type { Caller, ServiceClient } from '@forgemesh/rpc';
import {
  createUser,
  meshCaller,
  createMember,
  createGroup,
  createProject,
  type TestUser,
  type TestGroup,
} from '@forgemesh/testing';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';

describe('AccessService.ListGroupAccess', () => {
  let caller: Caller;
  let access: ServiceClient<typeof AccessServiceDefinition>;
  let owner: TestUser;
  let top: TestGroup;
  let middle: TestGroup;
  let hidden: TestGroup;
  beforeAll(async () => {
    caller = meshCaller();
    access = caller.client(AccessServiceDefinition, 'projects');
    owner = await createUser();
    top = await createGroup(owner.api, { visibility: 'public' });
    middle = await createGroup(owner.api, { visibility: 'public', parent_id: top.id });
    hidden = await createGroup(owner.api, { visibility: 'private', parent_id: middle.id });
    await createGroup(owner.api, { visibility: 'public', parent_id: top.id });
  });
  afterAll(() => caller.close());

  const around = async (userId: number, groupId?: number, admin = false) => {
    const response = await access.listGroupAccess({
      subject: { user_id: userId, admin, external: false },
      group_id: groupId,
    });
    return { ...response, groups: response.groups.sort((one, other) => one.id - other.id) };
  };

  it('lists a group with its readable ancestors and subgroups', async () => {
    const stranger = await createUser();
    expect(await around(owner.id, middle.id)).toEqual({
      everything: false,
      groups: [top, middle, hidden].map(({ id }) => ({ id, level: 50 })),
    });
    expect((await around(stranger.id, middle.id)).groups).toEqual([top, middle].map(({ id }) => ({ id, level: 0 })));
    expect((await around(stranger.id, middle.id, true)).groups).toHaveLength(3);
    expect((await around(stranger.id, 999_999_999)).groups).toEqual([]);
  });

  it('lists a private group for members of anything inside it', async () => {
    const project = await createProject(owner.api, { namespace_id: hidden.id });
    const member = await createMember(owner.api, `/projects/${project.id}`, 20);
    expect((await around(member.id, hidden.id)).groups).toContainEqual({ id: hidden.id, level: 0 });
  });

  it('returns everything for administrators, and all readable groups for others', async () => {
    expect(await around(owner.id, undefined, true)).toEqual({ everything: true, groups: [] });
    expect((await around(owner.id)).groups).toContainEqual({ id: hidden.id, level: 50 });
  });
});
