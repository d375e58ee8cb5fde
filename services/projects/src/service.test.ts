import { randomUUID } from 'node:crypto';
import { serviceContext, type ServiceClient } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import type { EventEntity } from '@forgemesh/events';
import { unique, waitFor } from '@forgemesh/testing';
import { startInProcess } from '@forgemesh/testing/in-process';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { AccessServiceDefinition, ReferenceKind, type Subject } from '@forgemesh/proto/projects/v1/access';
import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { type Group, GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { GroupShareServiceDefinition } from '@forgemesh/proto/projects/v1/group_share';
import { GroupMemberServiceDefinition } from '@forgemesh/proto/projects/v1/member';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { type Project, ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { ProjectDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/project_directory';
import type { Model } from 'mongoose';
import type { PathsDeps } from './namespaces/paths/deps';
import { createMembershipModel, type MembershipDocument } from './access/memberships/membership.model';
import { sweepExpiredMembers } from './groups/members/sweep-expired-members';
import { confirmPath, unconfirmPath } from './namespaces/paths/claim-path';
import { createPathModel, pathKey, type PathClaim } from './namespaces/paths/path.model';
import type { ProjectDocument } from './projects/model/project.model';
import { createStarModel } from './projects/stars/star.model';
import { projects } from './service';
import { TestProjects } from './testing/test-projects';

const {
  REFERENCE_KIND_PROJECT: PROJECT,
  REFERENCE_KIND_GROUP: GROUP,
  REFERENCE_KIND_NAMESPACE: NAMESPACE,
} = ReferenceKind;

const test = new TestProjects((siblings) => startInProcess(projects, { siblings }));

describe('AccessService', () => {
  let access: ServiceClient<typeof AccessServiceDefinition>;
  let owner: UserProfile;
  let stranger: UserProfile;
  let group: Group;
  let project: Project;
  beforeAll(async () => {
    access = test.service.asService('collaboration', AccessServiceDefinition);
    owner = await test.createUser();
    stranger = await test.createUser();
    group = await test.createGroup(owner, { visibility: 'internal' });
    project = await test.createProject(owner, {
      namespace_id: group.id,
      visibility: 'internal',
      initialize_with_readme: true,
      wiki_access_level: 'private',
      repository_access_level: 'private',
    });
  });

  const subject = (user?: UserProfile, more: { admin?: boolean; external?: boolean } = {}) => ({
    user_id: user?.id,
    admin: false,
    external: false,
    ...more,
  });

  describe('Authorize', () => {
    it('returns all data that rights depend on, in the order of the references', async () => {
      const { resources } = await access.authorize({
        subject: subject(owner),
        references: [
          { kind: PROJECT, ref: project.path_with_namespace },
          { kind: GROUP, ref: String(group.id) },
          { kind: PROJECT, ref: 'no/where' },
        ],
      });
      expect(resources).toMatchObject([
        {
          found: true,
          id: project.id,
          kind: PROJECT,
          full_path: project.path_with_namespace,
          visibility: 'internal',
          archived: false,
          level: 50,
          open: true,
          storage: 'default',
          default_branch: 'master',
          namespace_id: group.id,
          path: project.path,
          name: project.name,
          features: { issues: 'enabled', wiki: 'private', repository: 'private', merge_requests: 'private' },
        },
        { found: true, id: group.id, kind: GROUP, full_path: group.path, level: 50, namespace_id: 0 },
        { found: false, id: 0, full_path: '', features: {} },
      ]);
    });

    it.each([
      ['a stranger', () => subject(stranger), { found: true, level: 0, open: true }],
      ['an external user', () => subject(stranger, { external: true }), { found: false }],
      ['nobody', () => subject(), { found: false }],
      ['an administrator', () => subject(stranger, { admin: true }), { found: true, level: 50 }],
    ])('returns the rights of %s', async (_who, who, expected) => {
      const references = [PROJECT, GROUP].map((kind) => ({
        kind,
        ref: String(kind === PROJECT ? project.id : group.id),
      }));
      const { resources } = await access.authorize({ subject: who(), references });
      expect(resources).toMatchObject([expected, expected]);
    });

    it('treats digits as an id and requires a namespace in a path', async () => {
      const refs = [project.path, `${project.id}/`, `/${project.id}`, '', '0', '99999999999999999999'];
      const references = refs.map((ref) => ({ kind: PROJECT, ref }));
      const { resources } = await access.authorize({ subject: subject(owner, { admin: true }), references });
      expect(resources.map(({ found }) => found)).toEqual(references.map(() => false));
    });

    it('uses the level of the highest membership', async () => {
      const member = await test.addToGroup(owner, group, 20);
      await test.addToProject(owner, project, 30, { user: member });
      const references = [{ kind: PROJECT, ref: String(project.id) }];
      const { resources } = await access.authorize({ subject: subject(member), references });
      expect(resources[0]?.level).toBe(30);
    });

    it("returns a user's namespace to that user only", async () => {
      await test.createNamespace(owner);
      const references = [{ kind: NAMESPACE, ref: owner.username }];
      const [own, foreign] = await Promise.all(
        [owner, stranger].map((user) => access.authorize({ subject: subject(user), references })),
      );
      expect(own?.resources[0]).toMatchObject({ found: true, level: 50, kind: NAMESPACE });
      expect(foreign?.resources[0]?.found).toBe(false);
    });
  });

  describe('ListAccess', () => {
    it('lists the readable projects of a group, with level and features', async () => {
      const hidden = await test.createProject(owner, { namespace_id: group.id });
      const own = await access.listAccess({ subject: subject(owner), group_id: group.id });
      expect(own.everything).toBe(false);
      expect(own.projects.sort((one, other) => one.id - other.id)).toEqual([
        {
          id: project.id,
          level: 50,
          archived: false,
          open: true,
          features: {
            wiki: 'private',
            repository: 'private',
            merge_requests: 'private',
            builds: 'private',
            pipelines: 'private',
          },
        },
        { id: hidden.id, level: 50, archived: false, open: false, features: {} },
      ]);
      const others = await access.listAccess({ subject: subject(stranger), group_id: group.id });
      expect(others.projects).toMatchObject([{ id: project.id, level: 0 }]);
      expect((await access.listAccess({ subject: subject(), group_id: group.id })).projects).toEqual([]);
    });

    it('filters by project ids, and reports whether there are more than the limit', async () => {
      await test.createProject(owner, { namespace_id: group.id });
      const [everywhere, inGroup] = await Promise.all(
        [{ subject: subject(owner) }, { subject: subject(owner), group_id: group.id }].map((request) =>
          access.listAccess({ ...request, limit: 1 }),
        ),
      );
      expect([everywhere, inGroup]).toMatchObject([{ has_more: true }, { has_more: true }]);
      expect(inGroup?.projects).toHaveLength(1);
      const named = { project_ids: [project.id, 999_999_999] };
      const result = await access.listAccess({ subject: subject(owner), group_id: group.id, ...named });
      expect(result).toMatchObject({ projects: [{ id: project.id, level: 50 }], has_more: false });
      const elsewhere = await test.createGroup(owner);
      const outside = [
        await access.listAccess({ subject: subject(owner), group_id: elsewhere.id, ...named }),
        await access.listAccess({ subject: subject(), ...named }),
      ];
      expect(outside.map(({ projects }) => projects)).toEqual([[], []]);
    });

    it('lists the projects whose code the subject may read', async () => {
      const search = test.service.asService('repository', AccessServiceDefinition);
      const idsFor = async (viewer: Subject) => {
        const response = await search.listCodeAccess({ subject: viewer, group_id: group.id, limit: 10 });
        return response.projects.map(({ id }) => id);
      };
      const all = await idsFor(subject(owner));
      expect(all).toContain(project.id);
      expect(all.length).toBeGreaterThan(1);
      expect(await idsFor(subject(stranger, { admin: true }))).toEqual(all);
      // The code of the open project is for its members.
      expect(await idsFor(subject(stranger))).toEqual([]);
      expect(await idsFor(subject())).toEqual([]);
      const limited = await search.listCodeAccess({ subject: subject(owner), group_id: group.id, limit: 1 });
      expect(limited).toMatchObject({ has_more: true, projects: [{ found: true, storage: expect.any(String) }] });
    });

    it('returns everything for administrators', async () => {
      const response = await access.listAccess({ subject: subject(stranger, { admin: true }) });
      expect(response).toEqual({ everything: true, projects: [], has_more: false });
    });
  });

  describe('ListGroupAccess', () => {
    let top: Group;
    let middle: Group;
    let hidden: Group;
    beforeAll(async () => {
      top = await test.createGroup(owner, { visibility: 'public' });
      middle = await test.createGroup(owner, { visibility: 'public' }, top);
      hidden = await test.createGroup(owner, { visibility: 'private' }, middle);
      await test.createGroup(owner, { visibility: 'public' }, top);
    });

    const around = async (userId: number, groupId?: number, admin = false) => {
      const response = await access.listGroupAccess({
        subject: { user_id: userId, admin, external: false },
        group_id: groupId,
      });
      return { ...response, groups: response.groups.sort((one, other) => one.id - other.id) };
    };

    it('lists a group with its readable ancestors and subgroups', async () => {
      expect(await around(owner.id, middle.id)).toEqual({
        everything: false,
        groups: [top, middle, hidden].map(({ id }) => ({ id, level: 50 })),
      });
      expect((await around(stranger.id, middle.id)).groups).toEqual([top, middle].map(({ id }) => ({ id, level: 0 })));
      expect((await around(stranger.id, middle.id, true)).groups).toHaveLength(3);
      expect((await around(stranger.id, 999_999_999)).groups).toEqual([]);
    });

    it('lists a private group for members of anything inside it', async () => {
      const inside = await test.createProject(owner, { namespace_id: hidden.id });
      const member = await test.addToProject(owner, inside, 20);
      expect((await around(member.id, hidden.id)).groups).toContainEqual({ id: hidden.id, level: 0 });
    });

    it('returns everything for administrators, and all readable groups for others', async () => {
      expect(await around(owner.id, undefined, true)).toEqual({ everything: true, groups: [] });
      expect((await around(owner.id)).groups).toContainEqual({ id: hidden.id, level: 50 });
    });
  });
});

describe('ProjectDirectoryService', () => {
  it('returns paths of projects and groups, and follows renames', async () => {
    const directory = test.service.asService('collaboration', ProjectDirectoryServiceDefinition);
    const owner = await test.createUser();
    const group = await test.createGroup(owner);
    const inner = await test.createGroup(owner, {}, group);
    const project = await test.createProject(owner, { namespace_id: inner.id });
    const { name, path, name_with_namespace, web_url } = project;
    expect(await directory.listProjectProfiles({ ids: [project.id, 999_999_999] })).toEqual({
      projects: [
        {
          id: project.id,
          name,
          path,
          path_with_namespace: `${group.path}/${inner.path}/${path}`,
          namespace_id: inner.id,
          ancestor_ids: [group.id, inner.id],
          storage: 'default',
          emails_disabled: false,
          name_with_namespace,
          web_url,
        },
      ],
    });
    await test.updateGroup(owner, group, { path: `${group.path}-new` });
    const { groups } = await directory.listGroupProfiles({ ids: [inner.id] });
    expect(groups).toEqual([
      expect.objectContaining({
        id: inner.id,
        full_path: `${group.path}-new/${inner.path}`,
        ancestor_ids: [group.id],
        web_url: expect.stringContaining(`/groups/${group.path}-new/${inner.path}`),
      }),
    ]);
  });
});

describe('NamespaceClaimService', () => {
  let claims: ServiceClient<typeof NamespaceClaimServiceDefinition>;
  beforeAll(() => {
    claims = test.service.asService('identity', NamespaceClaimServiceDefinition);
  });
  /** Ids that no user has. */
  const nobody = 900_000_000;

  it('gives a path to one holder, who may claim it again', async () => {
    const path = unique('claimed');
    await claims.claimNamespace({ path, user_id: nobody });
    await claims.claimNamespace({ path: path.toUpperCase(), user_id: nobody });
    await expect(claims.claimNamespace({ path, user_id: nobody + 1 })).rejects.toMatchObject({ reason: 'conflict' });
  });

  it('gives a released path to the next holder', async () => {
    const path = unique('released');
    await claims.claimNamespace({ path, user_id: nobody });
    await claims.releaseNamespace({ path, user_id: nobody + 1 });
    await expect(claims.claimNamespace({ path, user_id: nobody + 1 })).rejects.toMatchObject({ reason: 'conflict' });
    await claims.releaseNamespace({ path, user_id: nobody });
    await claims.claimNamespace({ path, user_id: nobody + 1 });
  });

  it('rejects the path of a group and of a user', async () => {
    const user = await test.createUser();
    const { path } = await test.createGroup(user);
    for (const taken of [path, user.username])
      await expect(claims.claimNamespace({ path: taken, user_id: nobody })).rejects.toMatchObject({
        reason: 'conflict',
      });
  });

  it.each(['api', 'Admin', '-', 'robots.txt', 'groups', 'a b', 'x.git', '', '..', 'x'.repeat(300)])(
    'rejects %j',
    async (path) => {
      await expect(claims.claimNamespace({ path, user_id: nobody })).rejects.toMatchObject({
        reason: 'bad_request',
        body: { username: [expect.any(String)] },
      });
    },
  );

  it('gives a path to one of many concurrent requests', async () => {
    const path = unique('many');
    const responses = await Promise.allSettled(
      Array.from({ length: 10 }, (_, number) => claims.claimNamespace({ path, user_id: nobody + number })),
    );
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('MemberDirectoryService.GetTwoFactorRequirement', () => {
  const HOUR_MS = 60 * 60 * 1000;
  let owner: UserProfile;
  let members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  beforeAll(async () => {
    owner = await test.createUser();
    members = test.service.asService('identity', MemberDirectoryServiceDefinition);
  });

  /**
   * Hours until the groups deny access to a user, rounded; null if no group requires two-factor
   * authentication.
   */
  async function hoursLeft({ id }: UserProfile): Promise<number | null> {
    const { required_from_ms: time } = await members.getTwoFactorRequirement({ user_id: id });
    return time === 0 ? null : Math.round((time - Date.now()) / HOUR_MS);
  }

  const change = (collection: string, filter: object, update: object): Promise<unknown> =>
    test.service.connection().collection<{ _id: number }>(collection).updateMany(filter, update);
  const require2fa = (group: Group, hours: number, isRequired = true): Promise<Group> =>
    test.updateGroup(owner, group, {
      require_two_factor_authentication: isRequired,
      two_factor_grace_period: hours,
    });
  const createRequiringGroup = (): Promise<Group> =>
    test.createGroup(owner, { require_two_factor_authentication: true, two_factor_grace_period: 10 });

  it('applies to members of the group, its ancestors and its subgroups, not to others', async () => {
    const top = await test.createGroup(owner);
    const middle = await test.createGroup(owner, {}, top);
    const inner = await test.createGroup(owner, {}, middle);
    const beside = await test.createGroup(owner, {}, top);
    const project = await test.createProject(owner, { namespace_id: inner.id });
    const guests = await test.createGroup(owner);
    const [shared, other] = [
      await test.withAccess(owner, GROUP, middle.id),
      await test.withAccess(owner, GROUP, guests.id, 'group_id'),
    ];
    const sharing = { ...shared, access: { ...shared.access, ...other.access } };
    await test.service
      .as(sharing, GroupShareServiceDefinition)
      .shareGroup({ id: String(middle.id), group_id: guests.id, group_access: 30 });
    const [ofTop, ofMiddle, ofInner] = [
      await test.addToGroup(owner, top, 30),
      await test.addToGroup(owner, middle, 30),
      await test.addToGroup(owner, inner, 30),
    ];
    const others = [
      await test.addToGroup(owner, beside, 30),
      await test.addToProject(owner, project, 30),
      await test.addToGroup(owner, guests, 30),
      await test.createUser(),
    ];
    for (const user of [ofTop, ofMiddle, ofInner, ...others]) expect(await hoursLeft(user)).toBeNull();
    await require2fa(middle, 24);
    for (const user of [ofTop, ofMiddle, ofInner]) expect(await hoursLeft(user)).toBe(24);
    for (const user of others) expect(await hoursLeft(user)).toBeNull();
    // The earliest end applies.
    await require2fa(inner, 5);
    expect([await hoursLeft(ofTop), await hoursLeft(ofMiddle), await hoursLeft(ofInner)]).toEqual([5, 5, 5]);
    await require2fa(inner, 5, false);
    await change('memberships', { user_id: ofInner.id }, { $set: { expires_at: '2020-01-01' } });
    expect([await hoursLeft(ofTop), await hoursLeft(ofInner)]).toEqual([24, null]);
  });

  it('starts a grace period with the requirement or the membership, whichever is later', async () => {
    const group = await createRequiringGroup();
    const user = await test.addToGroup(owner, group, 30);
    const twoDaysAgo = new Date(Date.now() - 48 * HOUR_MS);
    await change('namespaces', { _id: group.id }, { $set: { two_factor_required_since: twoDaysAgo } });
    expect(await hoursLeft(user)).toBe(10);
    await change('memberships', { user_id: user.id }, { $set: { created_at: twoDaysAgo } });
    expect(await hoursLeft(user)).toBe(-38);
    // A changed grace period is counted from the same start.
    await require2fa(group, 100);
    expect(await hoursLeft(user)).toBe(52);
    await require2fa(group, 10, false);
    expect(await hoursLeft(user)).toBeNull();
    await require2fa(group, 10);
    expect(await hoursLeft(user)).toBe(10);
  });

  it('starts a requirement that an earlier release stored when it is first evaluated', async () => {
    const group = await createRequiringGroup();
    const user = await test.addToGroup(owner, group, 30);
    const dayAgo = new Date(Date.now() - 24 * HOUR_MS);
    await change('memberships', { user_id: user.id }, { $set: { created_at: dayAgo } });
    await change('namespaces', { _id: group.id }, { $unset: { two_factor_required_since: 1 } });
    const first = await members.getTwoFactorRequirement({ user_id: user.id });
    expect(await hoursLeft(user)).toBe(10);
    expect(await members.getTwoFactorRequirement({ user_id: user.id })).toEqual(first);
  });
});

describe('repository.repository.measured', () => {
  type Measured = Omit<EventEntity<'repository.repository.measured'>, 'project_id' | 'checksum'>;

  const publish = (projectId: number, version: number, fields: Measured): Promise<void> =>
    test.service.publish('repository.repository.measured', {
      subject: projectId,
      version,
      entity: { project_id: projectId, checksum: null, ...fields },
    });

  it('is stored on the project, the newest measurement per repository', async () => {
    const { id } = await test.createProject(await test.createUser());
    const own = { repository: 'project' as const, commit_count: 5, checksum_failed: false, lfs_objects_size: 70 };
    await publish(id, 7, { ...own, repository: 'wiki', size: 30, checksum_failed: true });
    await publish(id, 4, { ...own, size: 1_000 });
    await publish(id, 3, { ...own, size: 999, checksum_failed: true });
    await publish(id, 5, { ...own, size: 2_000 });
    const found = await waitFor(
      () => test.service.connection().collection<ProjectDocument>('projects').findOne({ _id: id }),
      (project) => project?.statistics?.repository_size === 2_000,
    );
    expect(found).toMatchObject({
      statistics: { commit_count: 5, repository_size: 2_000, wiki_size: 30, lfs_objects_size: 70 },
      repository_checksum_failed: false,
      wiki_checksum_failed: true,
    });
  });
});

describe('a star whose request was interrupted', () => {
  it('is counted from its event', async () => {
    const owner = await test.createUser();
    const project = await test.createProject(owner);
    const at = new Date();
    // State after the first step only: the star is stored and not counted.
    const id = 1_000_000_000 + project.id;
    const star = { user_id: owner.id, project_id: project.id, created_at: at };
    await createStarModel(test.service.connection()).create([{ _id: id, version: 1, ...star }]);
    expect((await test.getProject(owner, project)).star_count).toBe(0);
    const entity = { project_id: project.id, user_id: owner.id, starred_since: at.toISOString() };
    await test.service.publish('projects.star.created', { subject: id, actor: owner.id, entity });
    await waitFor(
      () => test.getProject(owner, project),
      ({ star_count: count }) => count === 1,
    );
  });
});

describe('a renamed user', () => {
  it('has a renamed namespace; late events change nothing', async () => {
    const user = await test.createUser();
    await test.createNamespace(user);
    const project = await test.createProject(user);
    const rename = (username: string, version: number): Promise<void> => {
      const entity = { ...user, username, version };
      return test.service.publish('identity.user.updated', { subject: user.id, version, entity });
    };
    const username = unique('renamed');
    await rename(username, 101);
    const renamed = await waitFor(
      () => test.getProject(user, project),
      ({ path_with_namespace: path }) => path === `${username}/${project.path}`,
    );
    expect(renamed.name_with_namespace).toBe(`${user.name} / ${project.name}`);
    await rename(unique('late'), 100);
    await rename(username, 102);
    await test.service.eventsHandled();
    // The old name is free, and the name of the outdated event was never claimed.
    expect((await test.createGroup(user, { path: user.username })).full_path).toBe(user.username);
    expect((await test.getProject(user, project)).path_with_namespace).toBe(`${username}/${project.path}`);
  });
});

describe('the sweep of expired members', () => {
  it('removes expired memberships and publishes their event', async () => {
    const owner = await test.createUser();
    const project = await test.createProject(owner);
    const today = new Date().toISOString().slice(0, 10);
    const expired = await test.addToProject(owner, project, 30, { expires_at: today });
    const nextYear = `${new Date().getUTCFullYear() + 1}-06-30`;
    const member = await test.addToProject(owner, project, 30, { expires_at: nextYear });
    const model = createMembershipModel(test.service.connection());
    const events: unknown[] = [];
    const remove = async ({ _id: id, user_id }: MembershipDocument, event: object): Promise<void> => {
      events.push({ user_id, ...event });
      await model.deleteOne({ _id: id });
    };
    await sweepExpiredMembers.run({ memberships: { model, remove } as never });
    expect(events).toContainEqual({ user_id: expired.id, type: 'projects.member.removed', actor: null });
    expect(await model.exists({ user_id: expired.id })).toBeNull();
    expect(await model.exists({ user_id: member.id })).not.toBeNull();
  });
});

describe('stale path claims after a crash', () => {
  let paths: Model<PathClaim>;
  let user: UserProfile;
  let namespaceId: number;
  beforeAll(async () => {
    paths = createPathModel(test.service.connection());
    user = await test.createUser();
    await test.createNamespace(user);
    const { access } = await test.withAccess(user, NAMESPACE, user.username);
    namespaceId = access?.['id']?.id ?? 0;
  });

  async function claim(path: string, targetId: number, ageMs: number): Promise<void> {
    const claimedAt = new Date(Date.now() - ageMs);
    const fields = { kind: 'project' as const, target_id: targetId, confirmed: false, claimed_at: claimedAt };
    await paths.updateOne({ _id: pathKey(namespaceId, path) }, { $set: fields }, { upsert: true });
  }
  const createAt = (path: string) => test.createProject(user, { path });
  const taken = { reason: 'bad_request', body: { path: ['has already been taken'] } };

  it('are replaced after a minute, not before', async () => {
    const path = unique('left');
    await claim(path, 999_999_999, 30_000);
    await expect(createAt(path)).rejects.toMatchObject(taken);
    await claim(path, 999_999_999, 61_000);
    expect((await createAt(path)).path).toBe(path);
  });

  it('are kept if their holder exists', async () => {
    const project = await test.createProject(user);
    await claim(project.path, project.id, 61_000);
    await expect(createAt(project.path)).rejects.toMatchObject(taken);
    expect(await paths.findById(pathKey(namespaceId, project.path)).lean()).toMatchObject({ target_id: project.id });
  });

  it('are replaced immediately if their holder was removed without releasing the path', async () => {
    const { path } = await test.createProject(user);
    const { _id, target_id } = (await paths.findById(pathKey(namespaceId, path)).lean()) as PathClaim;
    const request = { parentId: namespaceId, path, kind: 'project' as const, targetId: target_id };
    // State right after the removal of the document, with a late event of its creation.
    await unconfirmPath({ pathClaims: paths } as PathsDeps, request);
    await confirmPath({ pathClaims: paths } as PathsDeps, request);
    await expect(createAt(path)).rejects.toMatchObject(taken);
    await test.service.connection().collection<{ _id: number }>('projects').deleteOne({ _id: target_id });
    expect((await createAt(path)).path).toBe(path);
    expect((await paths.findById(_id).lean())?.target_id).not.toBe(target_id);
  });

  it('go to one of several concurrent requests', async () => {
    const path = unique('left');
    await claim(path, 999_999_999, 61_000);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => createAt(path)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array<string>(4).fill('rejected')]);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(taken);
  });
});

describe('a write that the gateway retries', () => {
  let user: UserProfile;
  beforeAll(async () => {
    user = await test.createUser();
  });

  /** The context of one write; the same for each attempt. */
  function oneWrite(): CallContext {
    const { id } = user;
    return {
      ...serviceContext(randomUUID()),
      user: test.callerOf(user).user,
      real_user_id: id,
      operation_id: randomUUID(),
    };
  }

  it('creates one project, for sequential and concurrent attempts', async () => {
    const client = test.service.as(test.callerOf(user), ProjectServiceDefinition);
    const context = oneWrite();
    const request = { name: unique('repeated'), initialize_with_readme: true };
    const first = await client.createProject(request, { context });
    const second = await client.createProject(request, { context });
    expect(second.id).toBe(first.id);
    const racing = { name: unique('racing') };
    const race = oneWrite();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => client.createProject(racing, { context: race })),
    );
    const ids = responses.map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    const { access } = await test.withAccess(user, PROJECT, `${user.username}/${racing.name}`);
    expect(access?.['id']?.id).toBe(ids[0]);
    expect((await client.listProjects({ search: racing.name })).projects).toHaveLength(1);
  });

  it('creates one group with one owner', async () => {
    const client = test.service.as(test.callerOf(user), GroupServiceDefinition);
    const context = oneWrite();
    const path = unique('repeated');
    const [first, second] = [
      await client.createGroup({ name: path, path }, { context }),
      await client.createGroup({ name: path, path }, { context }),
    ];
    expect(second.id).toBe(first.id);
    const members = test.service.as(await test.withAccess(user, GROUP, first.id), GroupMemberServiceDefinition);
    expect((await members.listGroupMembers({ id: String(first.id) })).members).toHaveLength(1);
  });
});
