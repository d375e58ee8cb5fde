/** Layout of project archives: names of their entries. */

/** Version of the layout. Archives of other versions are not imported. */
export const ARCHIVE_VERSION = '0.2.4';

/** Folder of the lists and objects of a project: a file with one JSON object per line for each. */
const RELATIONS = 'tree/project';

/** Entries at the root, and those of the tree. */
export const entries = {
  version: 'VERSION',
  /** Version of the instance that wrote the archive. */
  instanceVersion: 'GITLAB_VERSION',
  /** Revision of the instance that wrote the archive. */
  instanceRevision: 'GITLAB_REVISION',
  /** Attributes of the project itself. */
  tree: 'tree/project.json',
  /** Attributes and lists of the project in one file, in older archives. */
  singleTree: 'project.json',
  relation: (name: string): string => `${RELATIONS}/${name}.ndjson`,
  repository: 'project.bundle',
  wiki: 'project.wiki.bundle',
  /** Digests of the large files, each with the kinds of repositories that refer to it. */
  lfsObjects: 'lfs-objects.json',
} as const;

/** Folders of attached files (by secret), of the avatar, and of large files (by digest). */
export const folders = { uploads: 'uploads', avatar: 'avatar', lfsObjects: 'lfs-objects' } as const;

/** Lists of the tree that collaboration owns: issues, merge requests and related objects. */
export const collaborationRelations = [
  'labels',
  'milestones',
  'boards',
  'issues',
  'issue_links',
  'merge_requests',
  'commit_notes',
];

/** Lists of the tree that the repository service owns. */
export const repositoryRelations = ['releases', 'protected_branches', 'protected_tags', 'ci_pipelines'];

/** Lists of the tree that this service owns. */
export const ownRelations = ['project_members', 'snippets', 'project_badges', 'custom_attributes', 'push_rule'];

/** Relations of the tree that have one entry, with settings of the project. */
export const settingsRelations = ['project_feature', 'auto_devops', 'ci_cd_settings'];

/** Relations that an import reads. */
export const importedRelations: ReadonlySet<string> = new Set([
  ...collaborationRelations,
  ...repositoryRelations,
  ...ownRelations,
  ...settingsRelations,
]);

/** Relations without data of the project: names of users, which the members contain already. */
const withoutData = ['user_contributions'];

/** Patterns of the entries in the folder of relations. */
const relationFile = /^tree\/project\/([a-z_]{1,100})\.ndjson$/;

/** The relation that an entry contains; undefined for other entries. */
export function relationOf(name: string): string | undefined {
  return relationFile.exec(name)?.[1];
}

/** Whether a relation that is not imported is reported. */
export function isReported(relation: string): boolean {
  return !withoutData.includes(relation);
}

/** One entry of a list in the tree. */
export interface RelationRow {
  relation: string;
  row: object;
}
