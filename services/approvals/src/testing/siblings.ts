/** Stubs for the services that approvals calls, on data that a suite sets. */
import { emptyResponse, grant, stubRpc, type RpcStub, type TestCaller } from '@forgemesh/testing/in-process';
import {
  MergeRequestSummaryServiceDefinition,
  type MergeRequestSummary,
} from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { DirectoryServiceDefinition, type UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { MergeSettingsServiceDefinition, type MergeSettings } from '@forgemesh/proto/projects/v1/merge_settings';
import { ProjectDirectoryServiceDefinition, type GroupProfile } from '@forgemesh/proto/projects/v1/project_directory';
import { CodeOwnerServiceDefinition, type CodeOwnerEntry } from '@forgemesh/proto/repository/v1/code_owner';
import { CommitterServiceDefinition } from '@forgemesh/proto/repository/v1/committer';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Access of users to the project of a suite. */
const OWNER = 50;

/** Data of the siblings: users, groups and merge requests with what belongs to them. */
export class SiblingData {
  readonly users = new Map<number, UserProfile>();
  readonly groups = new Map<number, GroupProfile>();
  readonly requests = new Map<string, MergeRequestSummary>();
  /** User ids by group id. */
  readonly members = new Map<number, number[]>();
  /** Access levels by project and user, `7/3`. */
  readonly levels = new Map<string, number>();
  /** Email addresses of the committers, by project id. */
  readonly committers = new Map<number, string[]>();
  /** Entries of the CODEOWNERS file that apply, by project id. */
  readonly codeOwners = new Map<number, { entries: CodeOwnerEntry[]; approval_required: boolean }>();
  /** The RPCs that the service called, in order. */
  readonly calls: string[] = [];
  private lastId = 0;

  /** Creates an active user. */
  createUser(fields: Partial<UserProfile> = {}): UserProfile {
    const id = ++this.lastId;
    const user: UserProfile = {
      id,
      name: `Name of user-${id}`,
      username: `user-${id}`,
      state: 'active',
      avatar_url: undefined,
      web_url: `http://forge.example.com/user-${id}`,
      created_at: new Date().toISOString(),
      email: `user-${id}@example.com`,
      admin: false,
      external: false,
      can_create_group: true,
      projects_limit: 100,
      private_profile: false,
      version: 1,
      verified_emails: [],
      ...fields,
    };
    this.users.set(id, user);
    return user;
  }

  /** Creates a user with a level in a project. */
  createMember(projectId: number, level: number, fields: Partial<UserProfile> = {}): UserProfile {
    const user = this.createUser(fields);
    this.levels.set(`${projectId}/${user.id}`, level);
    return user;
  }

  /** Creates a group with members. */
  createGroup(members: readonly UserProfile[]): GroupProfile {
    const id = ++this.lastId;
    const group: GroupProfile = {
      id,
      name: `group-${id}`,
      path: `group-${id}`,
      full_path: `group-${id}`,
      full_name: `group-${id}`,
      web_url: `http://forge.example.com/groups/group-${id}`,
      ancestor_ids: [],
      description: '',
      visibility: 'private',
      lfs_enabled: true,
      avatar_url: undefined,
      request_access_enabled: true,
      parent_id: undefined,
      emails_disabled: false,
    };
    this.groups.set(id, group);
    this.members.set(
      id,
      members.map((member) => member.id),
    );
    return group;
  }

  /** Creates a project with an owner and an open merge request of the owner. */
  createRequest(fields: Partial<MergeRequestSummary> = {}): { owner: UserProfile; request: MergeRequestSummary } {
    const projectId = ++this.lastId;
    const owner = this.createMember(projectId, OWNER);
    return { owner, request: this.openRequest(projectId, { author_id: owner.id, ...fields }) };
  }

  /** Opens another merge request of a project. */
  openRequest(projectId: number, fields: Partial<MergeRequestSummary>): MergeRequestSummary {
    const id = ++this.lastId;
    const request: MergeRequestSummary = {
      id,
      iid: id,
      project_id: projectId,
      title: `Request ${id}`,
      description: undefined,
      state: 'opened',
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
      merge_status: 'can_be_merged',
      author_id: 0,
      assignee_ids: [],
      source_project_id: projectId,
      target_branch: 'main',
      version_number: 1,
      head_sha: '2'.repeat(40),
      base_sha: '1'.repeat(40),
      approvals_before_merge: undefined,
      approval_version: 1,
      ...fields,
    };
    this.requests.set(keyOf(request), request);
    return request;
  }

  /** Adds a version to a merge request, as a push to its source branch does. */
  push(request: MergeRequestSummary): void {
    request.version_number++;
    request.approval_version = request.version_number;
  }

  /** The caller of operations on the project of a merge request. */
  callerOf({ id, username, name, admin, external }: UserProfile, { project_id: projectId }: MergeRequestSummary) {
    const level = this.levels.get(`${projectId}/${id}`) ?? 0;
    const caller: TestCaller = {
      user: { id, username, name, admin, external },
      access: { id: grant({ id: projectId, level }) },
    };
    return caller;
  }

  /** The stubs for all RPCs that read this data. */
  stubs(): RpcStub[] {
    return this.dataStubs().map(({ rpc, respond }) => ({
      rpc,
      respond: (request, context) => {
        this.calls.push(rpc.slice(rpc.lastIndexOf('/') + 1));
        return respond(request, context);
      },
    }));
  }

  private dataStubs(): RpcStub[] {
    return [
      ...this.requestStubs(),
      ...this.accessStubs(),
      ...this.repositoryStubs(),
      stubRpc(SettingsServiceDefinition.getSettings, () => emptyResponse(SettingsServiceDefinition.getSettings)),
      stubRpc(DirectoryServiceDefinition.listUserProfiles, ({ ids, usernames, emails }) => ({
        users: [...this.users.values()].filter(
          (user) => ids.includes(user.id) || usernames.includes(user.username) || emails.includes(user.email),
        ),
      })),
    ];
  }

  private requestStubs(): RpcStub[] {
    return [
      stubRpc(MergeRequestSummaryServiceDefinition.getMergeRequestSummary, (request) => {
        const found = this.requests.get(keyOf(request));
        if (!found) throw new Error('no such merge request');
        return found;
      }),
      stubRpc(MergeRequestSummaryServiceDefinition.listApprovalVersions, ({ ids }) => ({
        versions: [...this.requests.values()]
          .filter(({ id }) => ids.includes(id))
          .map(({ id, approval_version }) => ({ merge_request_id: id, approval_version })),
      })),
    ];
  }

  private accessStubs(): RpcStub[] {
    return [
      stubRpc(MemberDirectoryServiceDefinition.listProjectLevels, ({ project_id, user_ids }) => ({
        levels: user_ids.map((id) => ({ user_id: id, level: this.levels.get(`${project_id}/${id}`) ?? 0 })),
      })),
      stubRpc(MemberDirectoryServiceDefinition.listMembersOfGroups, ({ group_ids: ids }) => ({
        members: ids.flatMap((id) => (this.members.get(id) ?? []).map((user) => ({ group_id: id, user_id: user }))),
      })),
      stubRpc(AccessServiceDefinition.authorize, ({ references }) => ({
        resources: references.map(({ kind, ref }) => {
          const [known] = [...this.groups.values()].filter(({ id, path }) => [String(id), path].includes(ref));
          const resource = grant({ id: known?.id ?? 0, level: OWNER, found: known !== undefined });
          return {
            ...resource,
            kind,
            denial_reason: undefined,
            externally_authorized: undefined,
            moved: undefined,
            prints_merge_request_links: undefined,
          };
        }),
      })),
      stubRpc(MemberDirectoryServiceDefinition.listProjectGroups, () => ({ group_ids: [] })),
      stubRpc(ProjectDirectoryServiceDefinition.listGroupProfiles, ({ ids }) => ({
        groups: ids.flatMap((id) => this.groups.get(id) ?? []),
      })),
      stubRpc(MergeSettingsServiceDefinition.listMergeSettings, ({ ids }) => ({ projects: ids.map(mergeSettingsOf) })),
    ];
  }

  private repositoryStubs(): RpcStub[] {
    return [
      stubRpc(
        CodeOwnerServiceDefinition.listCodeOwnerEntries,
        ({ project_id }) => this.codeOwners.get(project_id) ?? { entries: [], approval_required: false },
      ),
      stubRpc(CommitterServiceDefinition.listCommitterEmails, ({ project_id }) => ({
        emails: this.committers.get(project_id) ?? [],
      })),
    ];
  }
}

function keyOf({ project_id: projectId, iid }: Pick<MergeRequestSummary, 'project_id' | 'iid'>): string {
  return `${projectId}/${iid}`;
}

function mergeSettingsOf(id: number): MergeSettings {
  return {
    id,
    storage: 'default',
    default_branch: 'main',
    archived: false,
    merge_method: 'merge',
    only_allow_merge_if_pipeline_succeeds: false,
    only_allow_merge_if_all_discussions_are_resolved: false,
    autoclose_referenced_issues: true,
    resolve_outdated_diff_discussions: false,
    printing_merge_request_link_enabled: true,
    forked_from_project_id: undefined,
    squash_option: 'default_off',
  };
}
