/**
 * Tags of the API reference: the resources as users name them, in the order of the reference. A
 * service of the contract names its tag with the option `forgemesh.api.v1.tag`.
 */
import { getOption, hasOption, type DescService } from '@bufbuild/protobuf';
import { tag as tagOption } from '@forgemesh/proto/options/operation';

interface TagGroup {
  name: string;
  tags: [name: string, description: string][];
}

/** Groups in the order of the reference. A tag that is not listed belongs to the last group. */
const groups: readonly TagGroup[] = [
  {
    name: 'Projects and groups',
    tags: [
      ['Projects', 'Projects: create, configure, archive, transfer and delete.'],
      ['Groups', 'Groups and subgroups, and the groups that they are shared with.'],
      ['Namespaces', 'Groups and personal namespaces as owners of projects.'],
      ['Members', 'Members of projects and groups, and their access levels.'],
      ['Access requests', 'Requests of users to become members of a project or group.'],
      ['Forks', 'Forks of a project and the relation between them.'],
      ['Stars', 'Projects that users have starred.'],
      ['Badges', 'Badges of projects and groups.'],
      ['Custom attributes', 'Key-value attributes of users, groups and projects, for administrators.'],
      ['Uploads', 'Files attached to issues, merge requests, comments and wiki pages.'],
      ['Project import and export', 'Archives of a project.'],
      ['Group import and export', 'Archives of a group.'],
    ],
  },
  {
    name: 'Source code',
    tags: [
      ['Repositories', 'Trees, blobs, archives, comparisons, contributors and changelogs.'],
      ['Repository files', 'Content, blame and changes of one file.'],
      ['File locks', 'Locks of files, as the client of Git LFS sets and shows them.'],
      ['Commits', 'Commits, their diffs, comments and references; cherry-pick and revert.'],
      ['Branches', 'Branches of a repository.'],
      ['Protected branches', 'Who may push to, merge into and unprotect a branch.'],
      ['Tags', 'Git tags of a repository.'],
      ['Protected tags', 'Who may create a tag.'],
      ['Releases', 'Releases of a project.'],
      ['Release links', 'Assets that a release links to.'],
      ['Submodules', 'Submodule references of a repository.'],
      ['Push rules', 'Rules that pushed commits must satisfy.'],
      ['Mirrors', 'Pull and push mirrors of a repository.'],
      ['Templates', 'Templates of licenses, ignore files, Dockerfiles and pipelines.'],
      ['Wikis', 'Wiki pages of a project.'],
      ['Snippets', 'Personal snippets.'],
      ['Project snippets', 'Snippets of a project.'],
    ],
  },
  {
    name: 'Planning and review',
    tags: [
      ['Issues', 'Issues of projects and groups.'],
      ['Issue links', 'Relations between issues.'],
      ['Issue statistics', 'Numbers of open and closed issues.'],
      ['Issue boards', 'Issue boards of projects and groups, and their lists.'],
      ['Epics', 'Epics of groups and the issues in them.'],
      ['Labels', 'Labels of projects and groups.'],
      ['Milestones', 'Milestones of projects and groups.'],
      ['Merge requests', 'Merge requests: create, review, merge and rebase.'],
      ['Merge request approvals', 'Approvals and approval rules of one merge request.'],
      ['Project approval settings', 'Approval settings and rules of a project.'],
      ['Notes', 'Comments on issues, merge requests, epics and snippets.'],
      ['Draft notes', 'Comments on merge requests that only their authors see until a review is finished.'],
      ['Suggestions', 'Suggested lines in comments on merge requests.'],
      ['Discussions', 'Threads on issues, merge requests, commits, epics and snippets.'],
      ['Award emoji', 'Emoji reactions.'],
      ['Time tracking', 'Estimates and time spent.'],
      ['Resource events', 'Changes of labels, milestones and states of an item.'],
      ['To-do items', 'To-do items of the caller.'],
      ['Events', 'Activity of users and projects.'],
      ['Feeds', 'Atom feeds of the activity, issues and releases of a project.'],
      ['Exports of lists', 'Issues and merge requests as CSV.'],
      ['Search', 'Search over the instance, a group or a project.'],
      ['Markdown', 'Rendering of Markdown.'],
    ],
  },
  {
    name: 'Pipelines and deployments',
    tags: [
      ['Pipelines', 'Pipelines, as external systems report them.'],
      ['Commit statuses', 'Statuses that external systems report for a commit.'],
      ['Pipeline triggers', 'Tokens that trigger pipelines.'],
      ['CI lint', 'Validation of pipeline definitions.'],
      ['CI/CD variables', 'Variables of projects, groups and the instance.'],
      ['Environments', 'Environments of a project.'],
      ['Deployments', 'Deployments to environments.'],
    ],
  },
  {
    name: 'Webhooks and integrations',
    tags: [
      ['Webhooks', 'Webhooks of a project and their deliveries.'],
      ['System hooks', 'Webhooks of the instance.'],
      ['Integrations', 'Chat, email and issue tracker integrations of a project.'],
    ],
  },
  {
    name: 'Users and credentials',
    tags: [
      ['Users', 'Users, their status, preferences, identities and memberships.'],
      ['Avatars', 'Avatars of users, projects and groups.'],
      ['Emails', 'Email addresses of users.'],
      ['Notification settings', 'Notification levels, global or per project or group.'],
      ['Personal access tokens', 'Access tokens of users.'],
      ['Impersonation tokens', 'Tokens with which administrators act as a user.'],
      ['Deploy tokens', 'Read-only tokens of projects and groups.'],
      ['Deploy keys', 'SSH keys of projects.'],
      ['SSH keys', 'SSH keys of users.'],
      ['GPG keys', 'GPG keys of users.'],
      ['OAuth 2.0', 'Access tokens for a username and password.'],
      ['Sign-ins', 'Sign-ins of a user, which can be ended.'],
      ['Two-factor authentication', 'One-time passwords and recovery codes.'],
    ],
  },
  {
    name: 'Administration',
    tags: [
      ['Instance', 'Version, metadata and services of the instance.'],
      ['Application settings', 'Settings of the instance.'],
      ['Appearance', 'Name, logo and texts of the pages of the instance.'],
      ['Broadcast messages', 'Announcements to all users.'],
      ['Feature flags', 'Feature flags of the instance.'],
      ['License', 'License of the instance.'],
      ['Audit events', 'Audit events of the instance, groups and projects.'],
      ['Background jobs', 'Imports, exports, mirrors, maintenance and webhook deliveries.'],
      ['Event delivery', 'Event consumers and dead letters.'],
      ['Storages', 'Storages of repositories and what they contain.'],
      ['Repository checks', 'Checks of the integrity of repositories.'],
      ['Pack store', 'State of the packs of repositories in the object store.'],
      ['Deleted repositories', 'Repositories that can be restored until they are removed.'],
      ['Object migrations', 'Progress of moves of large contents and files between stores.'],
      ['Secret rotation', 'Progress of a rotation of stored secrets.'],
      ['Geo nodes', 'Nodes of a replicated instance and their status.'],
      ['Replication between nodes', 'Internal: operations that secondary nodes call on the primary.'],
    ],
  },
];

const listed = groups.flatMap(({ tags }) => tags);

/** Tag of the operations of a service; the name of the service if its contract names none. */
export function tagOf(service: DescService): string {
  if (hasOption(service, tagOption)) return getOption(service, tagOption);
  return service.name.replace(/Service$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** The tags in use with their descriptions, and their groups, in the order of the reference. */
export function describeTags(used: ReadonlySet<string>): {
  tags: { name: string; description?: string }[];
  groups: { name: string; tags: string[] }[];
} {
  const names = new Set(listed.map(([name]) => name));
  const others = [...used].filter((name) => !names.has(name)).sort();
  const tags = listed.filter(([name]) => used.has(name)).map(([name, description]) => ({ name, description }));
  const inUse = groups.map((group) => ({
    name: group.name,
    tags: group.tags.map(([name]) => name).filter((name) => used.has(name)),
  }));
  const all = others.length > 0 ? [...inUse, { name: 'Other', tags: others }] : inUse;
  return {
    tags: [...tags, ...others.map((name) => ({ name }))],
    groups: all.filter((group) => group.tags.length > 0),
  };
}
