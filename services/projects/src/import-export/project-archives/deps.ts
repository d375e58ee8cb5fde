import type { MembershipDocument } from '#access/memberships/membership.model';
import type { Clients } from '#clients/clients';
import type { SnippetDocument } from '#content/snippets/snippet.model';
import type { UploadDocument } from '#content/uploads/upload.model';
import type { BadgeDocument } from '#projects/badges/badge.model';
import type { PushRuleDocument } from '#projects/push-rules/push-rule.model';
import type { EntityStore, FileStore } from '@forgemesh/data';

/** Dependencies of project archives. */
export interface ProjectArchivesDeps {
  clients: Pick<Clients, 'bundles' | 'directory' | 'projectRows'>;
  memberships: EntityStore<MembershipDocument>;
  badges: EntityStore<BadgeDocument>;
  pushRules: EntityStore<PushRuleDocument>;
  snippets: EntityStore<SnippetDocument>;
  /** Archives of exports. */
  exportFiles: FileStore;
  /** Folder for temporary files of jobs. */
  spoolFolder: string;
  /** Source revision that the instance was built from. */
  revision: string;
  /** Contents of long snippets. */
  snippetFiles: FileStore;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  uploads: EntityStore<UploadDocument>;
  /** Contents of attached files. */
  uploadFiles: FileStore;
}
