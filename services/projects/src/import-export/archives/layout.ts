/** The layout of project archives: what their entries are called. */

/** Version of the layout. An archive of any other one is not imported. */
export const ARCHIVE_VERSION = '0.2.4';

/** Entries at the root. */
export const entries = {
  version: 'VERSION',
  tree: 'project.json',
  repository: 'project.bundle',
  wiki: 'project.wiki.bundle',
} as const;

/** Folders: one of attached files below their secrets, one of the picture. */
export const folders = { uploads: 'uploads', avatar: 'avatar' } as const;

/** Lists in the tree that belong to issues, merge requests and what they name. */
export const collaborationRelations = [
  'labels',
  'milestones',
  'issues',
  'issue_links',
  'merge_requests',
  'commit_notes',
];

/** Lists in the tree that belong to the repository. */
export const repositoryRelations = ['releases', 'protected_branches', 'protected_tags', 'ci_pipelines'];

/** Lists in the tree that belong to the project itself. */
export const ownRelations = ['project_members', 'snippets', 'project_badges', 'custom_attributes'];

/** An entry of a list in the tree. */
export interface RelationRow {
  relation: string;
  row: object;
}
