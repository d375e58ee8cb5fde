/** The content of imported archives, for the jobs that run the imports. */
import type { Avatar } from '@forgemesh/data';
import type { ImportDocument } from '#import-export/imports';
import type { ArchiveTree, OpenArchive } from '#import-export/archives';
import { assertWithinLimit } from './assert-within-limit';
import { type RowImport, importRows } from './import-rows';
import { type ArchiveFiles, importUploads, importAvatar } from './import-files';
import { importLfsObjects } from './import-lfs-objects';
import { type MapContext, type MatchedMember, type MemberLevels, matchMembersToUsers, matchMembers } from './user-map';
import { discardContent } from './discard-content';
import type { ImportedContentDeps } from './deps';

/** Stores and removes the content of archives. */
export interface ImportedContent {
  /** Stores all lists of an archive. Entries that are invalid are left out and reported. */
  importRows(of: RowImport): Promise<void>;
  /**
   * Stores the attached files under their secrets, so that references in texts stay valid. Files
   * above the upload size limit are left out. Idempotent.
   */
  importUploads(projectImport: ImportDocument, files: ArchiveFiles): Promise<void>;
  /**
   * Throws BadRequestError if the repository of an archive and its large files exceed the size
   * limit of repositories.
   */
  assertWithinLimit(archive: OpenArchive): void;
  /** Stores the large files. Those that cannot be used are left out. Idempotent. */
  importLfsObjects(projectImport: ImportDocument, files: ArchiveFiles): Promise<void>;
  /** Stores the avatar of the project. An avatar that an upload would reject is left out. */
  importAvatar(files: ArchiveFiles): Promise<Avatar | null>;
  /** Removes the content of a failed import from all services. Idempotent. */
  discard(projectImport: Pick<ImportDocument, 'project_id' | 'storage' | 'user_id'>): Promise<void>;
  /** The members of a project archive who are users of this instance, see `matchMembers`. */
  matchProjectMembers(tree: ArchiveTree, context: MapContext): Promise<MatchedMember[]>;
  /**
   * Matches members of an archive to users by their confirmed emails. Archives are untrusted: only
   * imports by administrators may attribute content to any user. Other imports match only the
   * importer and, if the importer is a maintainer of the target group, members of that group.
   */
  matchMembers(lines: AsyncIterable<unknown>, context: MapContext & MemberLevels): Promise<MatchedMember[]>;
}

/** Creates the functions. */
export function createImportedContent(deps: ImportedContentDeps): ImportedContent {
  return {
    importRows: (of) => importRows(deps, of),
    importUploads: (projectImport, files) => importUploads(deps, projectImport, files),
    assertWithinLimit: (archive) => assertWithinLimit(deps, archive),
    importLfsObjects: (projectImport, files) => importLfsObjects(deps, projectImport, files),
    importAvatar: (files) => importAvatar(deps, files),
    discard: (projectImport) => discardContent(deps, projectImport),
    matchProjectMembers: (tree, context) => matchMembersToUsers(deps, tree, context),
    matchMembers: (lines, context) => matchMembers(deps, lines, context),
  };
}
