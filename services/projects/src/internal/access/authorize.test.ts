import type { Caller, ServiceClient } from '@forgemesh/rpc';
import {
  createUser,
  meshCaller,
  createMember,
  createGroup,
  createProject,
  addMember,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';
import { AccessServiceDefinition, ReferenceKind } from '@forgemesh/proto/projects/v1/access';

const {
  REFERENCE_KIND_PROJECT: PROJECT,
  REFERENCE_KIND_GROUP: GROUP,
  REFERENCE_KIND_NAMESPACE: NAMESPACE,
} = ReferenceKind;

describe('AccessService', () => {
  let caller: Caller;
  let access: ServiceClient<typeof AccessServiceDefinition>;
  let owner: TestUser;
  let stranger: TestUser;
  let group: TestGroup;
  let project: TestProject;
  beforeAll(async () => {
    caller = meshCaller();
    access = caller.client(AccessServiceDefinition, 'projects');
    owner = await createUser();
    stranger = await createUser();
    group = await createGroup(owner.api, { visibility: 'internal' });
    project = await createProject(owner.api, {
      namespace_id: group.id,
      visibility: 'internal',
      initialize_with_readme: true,
      wiki_access_level: 'private',
      repository_access_level: 'private',
    });
  });
  afterAll(() => caller.close());

  const subject = (user?: TestUser, more: { admin?: boolean; external?: boolean } = {}) => ({
    user_id: user?.id,
    ...{ admin: false, external: false, ...more },
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
          ...{ found: true, id: project.id, kind: PROJECT, full_path: project.path_with_namespace },
          ...{ visibility: 'internal', archived: false, level: 50, open: true, storage: 'default' },
          ...{ default_branch: 'master', namespace_id: group.id, path: project.path, name: project['name'] },
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
      const references = [project.path, `${project.id}/`, `/${project.id}`, '', '0', '99999999999999999999'].map(
        (ref) => ({
          kind: PROJECT,
          ref,
        }),
      );
      const { resources } = await access.authorize({ subject: subject(owner, { admin: true }), references });
      expect(resources.map(({ found }) => found)).toEqual(references.map(() => false));
    });

    it('uses the level of the highest membership', async () => {
      const member = await createMember(owner.api, `/groups/${group.id}`, 20);
      await addMember(owner.api, `/projects/${project.id}`, member, 30);
      const references = [{ kind: PROJECT, ref: String(project.id) }];
      const { resources } = await access.authorize({ subject: subject(member), references });
      expect(resources[0]?.level).toBe(30);
    });

    it("returns a user's namespace to that user only", async () => {
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
      const hidden = await createProject(owner.api, { namespace_id: group.id });
      const own = await access.listAccess({ subject: subject(owner), group_id: group.id });
      expect(own.everything).toBe(false);
      expect(own.projects.sort((one, other) => one.id - other.id)).toEqual([
        {
          ...{ id: project.id, level: 50, archived: false, open: true },
          features: {
            ...{ wiki: 'private', repository: 'private' },
            ...{ merge_requests: 'private', builds: 'private', pipelines: 'private' },
          },
        },
        { id: hidden.id, level: 50, archived: false, open: false, features: {} },
      ]);
      const others = await access.listAccess({ subject: subject(stranger), group_id: group.id });
      expect(others.projects).toMatchObject([{ id: project.id, level: 0 }]);
      expect((await access.listAccess({ subject: subject(), group_id: group.id })).projects).toEqual([]);
    });

    it('filters by project ids, and reports whether there are more than the limit', async () => {
      await createProject(owner.api, { namespace_id: group.id });
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
      const elsewhere = await createGroup(owner.api);
      const outside = [
        await access.listAccess({ subject: subject(owner), group_id: elsewhere.id, ...named }),
        await access.listAccess({ subject: subject(), ...named }),
      ];
      expect(outside.map(({ projects }) => projects)).toEqual([[], []]);
    });

    it('returns everything for administrators', async () => {
      const response = await access.listAccess({ subject: subject(stranger, { admin: true }) });
      expect(response).toEqual({ everything: true, projects: [], has_more: false });
    });
  });
});
