/** The format of archives of projects and groups. */
export { archiveName } from './archive-name';
export type { ArchiveTree } from './archive-tree';
export { groupEntries, groupLayout, type GroupList, groupRelations } from './group-layout';
export { gzipped } from './gzipped';
export { ImportFailures, type StoredFailures } from './import-failures';
export {
  ARCHIVE_VERSION,
  collaborationRelations,
  entries,
  folders,
  type RelationRow,
  repositoryRelations,
} from './layout';
export { jsonFile } from './ndjson';
export {
  type ArchiveLimits,
  avatarEntry,
  lfsObjectOf,
  openArchive,
  type OpenArchive,
  uploadParts,
} from './open-archive';
export { addSpooled, packArchive } from './pack-archive';
export { type GroupTree, readGroupTree } from './read-group-tree';
export { readTree } from './read-tree';
export { type ArchivedGroup, groupRow } from './rows/group.row';
export {
  attributeRows,
  badgeRows,
  badgesOf,
  memberRows,
  membersOf,
  pushRuleRows,
  type Reader,
  restoreAttribute,
  restoreBadge,
  restoreContent,
  restorePushRule,
  restoreSnippet,
  snippetRows,
} from './rows/own.row';
export { projectRow, restoreSettings, settingsRows } from './rows/project.row';
export { withSpool } from './spool';
export { Spool } from './spooled-files';
