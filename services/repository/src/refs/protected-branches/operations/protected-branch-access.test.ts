import {
  asRoot,
  createUser,
  unique,
  waitFor,
  commitFiles,
  createMember,
  createGroup,
  borrowMember,
  type TestUser,
} from '@forgemesh/testing';
import { createRepository, createSharedGroup, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();

function pathOf(project: TestRepository, name = ''): string {
  return `/projects/${project.id}/protected_branches${name && `/${name}`}`;
}

async function replaceProtection(project: TestRepository, fields: object) {
  await root.delete(pathOf(project, 'main'));
  return root.post(pathOf(project), { name: 'main', ...fields });
}

function write(project: TestRepository, user: TestUser, fields: object = {}) {
  return user.api.post(`${project.repository}/commits`, {
    branch: 'main',
    commit_message: 'Change',
    actions: [{ action: 'create', file_path: unique('file'), content: '1' }],
    ...fields,
  });
}

describe('POST /projects/:id/protected_branches with users and groups', () => {
  let project: TestRepository;
  let named: TestUser;
  let member: TestUser;
  let other: TestUser;
  let group: { id: number; name: string };

  beforeAll(async () => {
    project = await createRepository();
    [named, member, other] = [
      await createMember(root, `/projects/${project.id}`, 30),
      await createMember(root, `/projects/${project.id}`, 30),
      await createMember(root, `/projects/${project.id}`, 30),
    ];
    group = await createSharedGroup(project, 30, [{ user: member, level: 30 }]);
  });

  it('presents the entries and lets them push with the API and with git', async () => {
    const { status, body } = await replaceProtection(project, {
      allowed_to_push: [{ user_id: named.id }, { group_id: group.id }],
      allowed_to_merge: [{ access_level: 40 }, { user_id: other.id }],
    });
    expect(status).toBe(201);
    expect(body.push_access_levels).toEqual([
      {
        id: 1,
        access_level: null,
        access_level_description: `Name of ${named.username}`,
        user_id: named.id,
        group_id: null,
      },
      { id: 2, access_level: null, access_level_description: group.name, user_id: null, group_id: group.id },
    ]);
    expect((await write(project, named)).status).toBe(201);
    expect((await write(project, member)).status).toBe(201);
    expect(await write(project, other)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - You are not allowed to push into this branch' },
    });
    const canPush = async (user: TestUser) => (await user.api.get(`${project.repository}/branches/main`)).body.can_push;
    expect([await canPush(named), await canPush(member), await canPush(other)]).toEqual([true, true, false]);
    for (const [user, expected] of [
      [named, 'HEAD -> main'],
      [other, 'You are not allowed to push code to protected branches on this project.'],
    ] as const) {
      const clone = await GitClone.of(project, user.token);
      await clone.run('pull', '-q', 'origin', 'main');
      await clone.commit(unique('pushed'), 'p');
      expect((await clone.run('push', 'origin', 'HEAD:main')).output).toContain(expected);
      clone.remove();
    }
  });

  it('lets a named user merge, and nobody else below the role', async () => {
    await replaceProtection(project, {
      allowed_to_push: [{ access_level: 0 }],
      allowed_to_merge: [{ user_id: other.id }],
    });
    const source_branch = unique('topic');
    await commitFiles(
      root,
      `/projects/${project.id}`,
      { [unique('file')]: '1' },
      { branch: source_branch, start_branch: 'main' },
    );
    const requests = `/projects/${project.id}/merge_requests`;
    const { body } = await root.post(requests, { source_branch, target_branch: 'main', title: 'Topic' });
    const merge = (user: TestUser) => user.api.put(`${requests}/${body.iid}/merge`);
    expect((await merge(named)).status).toBe(401);
    expect(await merge(other)).toMatchObject({ status: 200, body: { state: 'merged' } });
  });

  it('reads the lists from forms', async () => {
    const form = `name=main&allowed_to_push[][user_id]=${named.id}&allowed_to_push[][user_id]=${other.id}`;
    await root.delete(pathOf(project, 'main'));
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status, body } = await root.post(pathOf(project), form, headers);
    expect(status).toBe(201);
    expect(body.push_access_levels).toMatchObject([{ user_id: named.id }, { user_id: other.id }]);
  });

  it('refuses users without membership, groups without access, duplicates and ambiguous entries', async () => {
    const stranger = await createUser();
    const foreign = await createGroup(root);
    expect(
      await replaceProtection(project, {
        allowed_to_push: [{ user_id: stranger.id }],
        allowed_to_merge: [{ group_id: foreign.id }],
      }),
    ).toMatchObject({
      status: 422,
      body: {
        message: [
          'Push access levels user is not a member of the project',
          'Merge access levels group does not have access to the project',
        ],
      },
    });
    const twice = [{ user_id: named.id }, { user_id: named.id }];
    expect(await replaceProtection(project, { allowed_to_push: twice })).toMatchObject({
      status: 422,
      body: { message: ['Push access levels user has already been taken'] },
    });
    for (const entry of [{}, { user_id: named.id, access_level: 40 }, { user_id: 'x' }, { access_level: 20 }])
      expect((await replaceProtection(project, { allowed_to_push: [entry] })).status).toBe(400);
  });

  it('removes users and groups that lose access', async () => {
    const leaving = await createMember(root, `/projects/${project.id}`, 30);
    const lost = await createSharedGroup(project, 30, []);
    await replaceProtection(project, {
      allowed_to_push: [{ access_level: 40 }, { user_id: leaving.id }, { group_id: lost.id }],
    });
    const entries = async () => (await root.get(pathOf(project, 'main'))).body.push_access_levels;
    await root.delete(`/projects/${project.id}/members/${leaving.id}`);
    await waitFor(entries, (list) => list.length === 2);
    await root.delete(`/projects/${project.id}/share/${lost.id}`);
    await waitFor(entries, (list) => list.length === 1);
    expect(await entries()).toMatchObject([{ access_level: 40 }]);
  });

  it('lets a named user unprotect', async () => {
    const maintainer = await createMember(root, `/projects/${project.id}`, 40);
    await replaceProtection(project, { allowed_to_unprotect: [{ access_level: 60 }, { user_id: maintainer.id }] });
    const second = await borrowMember(root, `/projects/${project.id}`, 40);
    expect((await second.api.delete(pathOf(project, 'main'))).status).toBe(403);
    expect((await second.api.patch(pathOf(project, 'main'), { allow_force_push: true })).status).toBe(403);
    expect((await maintainer.api.delete(pathOf(project, 'main'))).status).toBe(204);
  });
});

describe('PATCH /projects/:id/protected_branches/:name', () => {
  it('adds, changes and removes entries and sets the settings', async () => {
    const project = await createRepository();
    const user = await createMember(root, `/projects/${project.id}`, 30);
    const patch = (fields: object) => root.patch(pathOf(project, 'main'), fields);
    const { body: before } = await root.get(pathOf(project, 'main'));
    const [first] = before.push_access_levels;
    const added = await patch({ allowed_to_push: [{ user_id: user.id }], code_owner_approval_required: true });
    expect(added).toMatchObject({
      status: 200,
      body: {
        push_access_levels: [{ id: first.id, access_level: 40 }, { user_id: user.id }],
        merge_access_levels: before.merge_access_levels,
        code_owner_approval_required: true,
        allow_force_push: false,
      },
    });
    const { id } = added.body.push_access_levels[1];
    const removed = await patch({
      allowed_to_push: [
        { id: first.id, _destroy: true },
        { id, access_level: 30 },
      ],
    });
    expect(removed.body.push_access_levels).toMatchObject([{ id, access_level: 30, user_id: null }]);
    expect((await write(project, user)).status).toBe(201);
    const again = await patch({ allowed_to_push: [{ user_id: user.id }], allow_force_push: true });
    expect(again.body).toMatchObject({ allow_force_push: true, code_owner_approval_required: true });
    expect(again.body.push_access_levels[1].id).toBeGreaterThan(id);
    expect((await root.get(pathOf(project, 'main'))).body).toEqual(again.body);
  });

  it('refuses unknown entries, duplicates, strangers and developers', async () => {
    const project = await createRepository();
    const [developer, stranger] = [await createMember(root, `/projects/${project.id}`, 30), await createUser()];
    const patch = (fields: object) => root.patch(pathOf(project, 'main'), fields);
    const notFound = { status: 404, body: { message: '404 Not found' } };
    expect(await root.patch(pathOf(project, 'none'), {})).toMatchObject(notFound);
    expect(await patch({ allowed_to_push: [{ id: 99, _destroy: true }] })).toMatchObject(notFound);
    expect(await patch({ allowed_to_merge: [{ access_level: 40 }] })).toMatchObject({
      status: 422,
      body: { message: ['Merge access levels access level has already been taken'] },
    });
    expect(await patch({ allowed_to_push: [{ user_id: stranger.id }] })).toMatchObject({
      status: 422,
      body: { message: ['Push access levels user is not a member of the project'] },
    });
    expect((await patch({ allowed_to_push: [{}] })).status).toBe(400);
    expect((await developer.api.patch(pathOf(project, 'main'), {})).status).toBe(403);
    expect((await stranger.api.patch(pathOf(project, 'main'), {})).status).toBe(404);
  });

  it('decides whether those who may push may force push', async () => {
    const project = await createRepository();
    const maintainer = await createMember(root, `/projects/${project.id}`, 40);
    const developer = await createMember(root, `/projects/${project.id}`, 30);
    const rewrite = async (user: TestUser) => {
      const clone = await GitClone.of(project, user.token);
      await clone.run('pull', '-q', 'origin', 'main');
      await clone.run('commit', '-q', '--amend', '-m', unique('rewritten'));
      const { output } = await clone.run('push', '-f', 'origin', 'HEAD:main');
      clone.remove();
      return output;
    };
    const refusal = 'You are not allowed to force push code to a protected branch on this project.';
    expect(await rewrite(maintainer)).toContain(refusal);
    await root.patch(pathOf(project, 'main'), { allow_force_push: true });
    expect(await rewrite(maintainer)).toContain('forced update');
    expect(await rewrite(developer)).toContain('You are not allowed to push code to protected branches');
    await root.patch(pathOf(project, 'main'), { allow_force_push: false });
    expect(await rewrite(maintainer)).toContain(refusal);
  });
});
