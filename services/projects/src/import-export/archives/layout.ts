/** Layout of project archives: names of their entries. */

/** Version of the layout. Archives of other versions are not imported. */
export const ARCHIVE_VERSION = '0.2.4';

/** Entries at the root. */
export const entries = {
  version: 'VERSION',
  tree: 'project.json',
  repository: 'project.bundle',
  wiki: 'project.wiki.bundle',
} as const;

/** Folders of attached files (by secret) and of the avatar. */
export const folders = { uploads: 'uploads', avatar: 'avatar' } as const;

/** Lists of the tree that collaboration owns: issues, merge requests and related objects. */
export const collaborationRelations = [
  'labels',
  'milestones',
  'issues',
  'issue_links',
  'merge_requests',
  'commit_notes',
];

/** Lists of the tree that the repository service owns. */
export const repositoryRelations = ['releases', 'protected_branches', 'protected_tags', 'ci_pipelines'];

/** Lists of the tree that this service owns. */
export const ownRelations = ['project_members', 'snippets', 'project_badges', 'custom_attributes'];

/** One entry of a list in the tree. */
export interface RelationRow {
  relation: string;
  row: object;
}
