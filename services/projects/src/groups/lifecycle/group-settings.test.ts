import {
  asRoot,
  createUser,
  unique,
  createMember,
  createGroup,
  createProject,
  type TestUser,
} from '@forgemesh/testing';

const settings = {
  emails_disabled: true,
  mentions_disabled: true,
  project_creation_level: 'maintainer',
  subgroup_creation_level: 'owner',
  auto_devops_enabled: false,
  share_with_group_lock: true,
  require_two_factor_authentication: true,
  two_factor_grace_period: 24,
  default_branch_protection: 1,
  request_access_enabled: true,
};

describe('settings of a group', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
  });

  it('have default values', async () => {
    const group = await createGroup(owner.api);
    expect((await owner.api.get(`/groups/${group.id}`)).body).toMatchObject({
      emails_disabled: null,
      mentions_disabled: null,
      project_creation_level: 'developer',
      subgroup_creation_level: 'maintainer',
      auto_devops_enabled: null,
      share_with_group_lock: false,
      require_two_factor_authentication: false,
      two_factor_grace_period: 48,
      default_branch_protection: 2,
      request_access_enabled: false,
      shared_with_groups: [],
    });
  });

  it('are set by POST /groups and PUT /groups/:id', async () => {
    const group = await createGroup(owner.api, settings);
    expect(group).toMatchObject(settings);
    expect((await owner.api.get(`/groups/${group.id}`)).body).toMatchObject(settings);
    const other = await createGroup(owner.api);
    expect((await owner.api.put(`/groups/${other.id}`, settings)).body).toMatchObject(settings);
    expect((await owner.api.get(`/groups/${other.id}`)).body).toMatchObject(settings);
  });

  it.each([
    [{ default_branch_protection: 4 }, 'default_branch_protection does not have a valid value'],
    [{ project_creation_level: 'all' }, 'project_creation_level does not have a valid value'],
    [{ subgroup_creation_level: 'developer' }, 'subgroup_creation_level does not have a valid value'],
    [{ mentions_disabled: 'some' }, 'mentions_disabled is invalid'],
  ])('reject %j', async (fields, error) => {
    const name = unique('group');
    const { status, body } = await owner.api.post('/groups', { name, path: name, ...fields });
    expect({ status, body }).toEqual({ status: 400, body: { error } });
  });

  it.each([
    ['noone', 0, 0],
    ['maintainer', 40, 30],
    ['developer', 30, 20],
  ])('project_creation_level %s determines who may create projects', async (level, least, below) => {
    const group = await createGroup(owner.api, { project_creation_level: level });
    const create = async (as: TestUser) =>
      (await as.api.post('/projects', { name: unique('p'), namespace_id: group.id })).status;
    if (least > 0) expect(await create(await createMember(owner.api, `/groups/${group.id}`, least))).toBe(201);
    if (below > 0) expect(await create(await createMember(owner.api, `/groups/${group.id}`, below))).toBe(400);
    expect(await create(owner)).toBe(level === 'noone' ? 400 : 201);
    expect((await asRoot().post('/projects', { name: unique('p'), namespace_id: group.id })).status).toBe(201);
  });

  it.each([
    [0, undefined],
    [1, { push: 30, merge: 40 }],
    [2, { push: 40, merge: 40 }],
    [3, { push: 40, merge: 30 }],
  ])('default_branch_protection %i protects the default branches of new projects', async (value, levels) => {
    const group = await createGroup(owner.api, { default_branch_protection: value });
    const project = await createProject(owner.api, { namespace_id: group.id, initialize_with_readme: true });
    const { body } = await owner.api.get(`/projects/${project.id}/protected_branches`);
    const shown = (body as Record<'push_access_levels' | 'merge_access_levels', { access_level: number }[]>[]).map(
      (branch) => ({
        push: branch.push_access_levels[0]?.access_level,
        merge: branch.merge_access_levels[0]?.access_level,
      }),
    );
    expect(shown).toEqual(levels ? [levels] : []);
  });

  it('share_with_group_lock of an ancestor group applies to projects inside', async () => {
    const top = await createGroup(owner.api);
    const inner = await createGroup(owner.api, { parent_id: top.id });
    const project = await createProject(owner.api, { namespace_id: inner.id });
    await owner.api.put(`/groups/${top.id}`, { share_with_group_lock: true });
    const other = await createGroup(owner.api);
    const share = await owner.api.post(`/projects/${project.id}/share`, { group_id: other.id, group_access: 10 });
    expect(share.status).toBe(400);
  });
});
