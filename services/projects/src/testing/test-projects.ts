/** Users, groups, projects and members for suites that run the projects service themselves. */
import { unique } from '@forgemesh/testing';
import {
  emptyResponse,
  type Grant,
  type InProcessService,
  stubRpc,
  type RpcStub,
  type TestCaller,
} from '@forgemesh/testing/in-process';
import { ProjectRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_rows';
import { DirectoryServiceDefinition, type UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { AccessServiceDefinition, ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { type Group, GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { GroupMemberServiceDefinition, ProjectMemberServiceDefinition } from '@forgemesh/proto/projects/v1/member';
import { type Project, ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

type GroupFields = Parameters<ReturnType<typeof groupsOf>['createGroup']>[0];
type ProjectFields = Parameters<ReturnType<typeof projectsOf>['createProject']>[0];

const groupsOf = (service: InProcessService, caller: TestCaller) => service.as(caller, GroupServiceDefinition);
const projectsOf = (service: InProcessService, caller: TestCaller) => service.as(caller, ProjectServiceDefinition);

/** The projects service of a suite with users of its own. */
export class TestProjects {
  readonly service: InProcessService;
  private readonly users = new Map<number, UserProfile>();

  /** @param start starts the service with the stubs for its siblings */
  constructor(start: (siblings: RpcStub[]) => InProcessService) {
    this.service = start([
      stubRpc(SettingsServiceDefinition.getSettings, () => ({
        ...emptyResponse(SettingsServiceDefinition.getSettings),
        default_project_visibility: 'private',
        default_group_visibility: 'private',
        default_project_creation: 2,
        import_sources: ['svc_project'],
        repository_storages: ['default'],
      })),
      stubRpc(DirectoryServiceDefinition.listUserProfiles, ({ ids, usernames }) => ({
        users: [...this.users.values()].filter(({ id, username }) => ids.includes(id) || usernames.includes(username)),
      })),
      stubRpc(StorageServiceDefinition.initializeRepository, ({ branch }) => ({ default_branch: branch })),
      // An import that failed leaves nothing.
      stubRpc(ProjectRowsServiceDefinition.discardProjectRows, () => ({})),
      stubRpc(ProjectBundleServiceDefinition.discardRepository, () => ({})),
      stubRpc(StorageServiceDefinition.forkRepository, () => ({ default_branch: 'main' })),
    ]);
  }

  /** Creates a user and claims their path, as identity does. */
  async createUser(fields: Partial<UserProfile> = {}): Promise<UserProfile> {
    const id = this.users.size + 1;
    const username = unique('user');
    const user: UserProfile = {
      id,
      name: `Name of ${username}`,
      username,
      state: 'active',
      avatar_url: undefined,
      web_url: `http://forge.example.com/${username}`,
      created_at: new Date().toISOString(),
      email: `${username}@example.com`,
      admin: false,
      external: false,
      can_create_group: true,
      projects_limit: 100_000,
      private_profile: false,
      version: 1,
      verified_emails: [],
      ...fields,
    };
    this.users.set(id, user);
    const claims = this.service.asService('identity', NamespaceClaimServiceDefinition);
    await claims.claimNamespace({ path: username, user_id: id, name: user.name });
    return user;
  }

  /** Publishes the creation of a user, and waits until the user has a namespace. */
  async createNamespace(user: UserProfile): Promise<void> {
    await this.service.publish('identity.user.created', { subject: user.id, entity: user, version: user.version });
    await this.service.eventsHandled();
  }

  createGroup(owner: UserProfile, fields: Partial<GroupFields> = {}, parent?: Group): Promise<Group> {
    const path = unique('group');
    return this.withAccess(owner, ReferenceKind.REFERENCE_KIND_GROUP, parent?.id, 'parent_id').then((caller) =>
      groupsOf(this.service, caller).createGroup({ name: path, path, ...fields }),
    );
  }

  async updateGroup(owner: UserProfile, { id }: Group, fields: object): Promise<Group> {
    const caller = await this.withAccess(owner, ReferenceKind.REFERENCE_KIND_GROUP, id);
    return groupsOf(this.service, caller).updateGroup({ id: String(id), ...fields });
  }

  createProject(owner: UserProfile, fields: Partial<ProjectFields> = {}): Promise<Project> {
    return projectsOf(this.service, this.callerOf(owner)).createProject({ name: unique('project'), ...fields });
  }

  async getProject(reader: UserProfile, { id }: Project): Promise<Project> {
    const caller = await this.withAccess(reader, ReferenceKind.REFERENCE_KIND_PROJECT, id);
    return projectsOf(this.service, caller).getProject({ id: String(id) });
  }

  /** Adds a user to a group, by default a new one. */
  async addToGroup(owner: UserProfile, { id }: Group, level: number, user?: UserProfile): Promise<UserProfile> {
    const member = user ?? (await this.createUser());
    const caller = await this.withAccess(owner, ReferenceKind.REFERENCE_KIND_GROUP, id);
    const members = this.service.as(caller, GroupMemberServiceDefinition);
    await members.createGroupMember({ id: String(id), user_id: member.id, access_level: level });
    return member;
  }

  /** Adds a user to a project, by default a new one. */
  async addToProject(
    owner: UserProfile,
    { id }: Project,
    level: number,
    { user, expires_at }: { user?: UserProfile; expires_at?: string } = {},
  ): Promise<UserProfile> {
    const member = user ?? (await this.createUser());
    const caller = await this.withAccess(owner, ReferenceKind.REFERENCE_KIND_PROJECT, id);
    const members = this.service.as(caller, ProjectMemberServiceDefinition);
    await members.createProjectMember({ id: String(id), user_id: member.id, access_level: level, expires_at });
    return member;
  }

  /** The caller with the access that the gateway would resolve for a parameter. */
  async withAccess(
    user: UserProfile,
    kind: ReferenceKind,
    ref: number | string | undefined,
    parameter = 'id',
  ): Promise<TestCaller> {
    const caller = this.callerOf(user);
    if (ref === undefined) return caller;
    const { resources } = await this.service.asService('gateway', AccessServiceDefinition).authorize({
      subject: { user_id: user.id, admin: user.admin, external: user.external },
      references: [{ kind, ref: String(ref) }],
    });
    return { ...caller, access: { [parameter]: resources[0] as Grant } };
  }

  /** The caller without access to anything. */
  callerOf({ id, username, name, admin, external }: UserProfile): TestCaller {
    return { user: { id, username, name, admin, external } };
  }
}
