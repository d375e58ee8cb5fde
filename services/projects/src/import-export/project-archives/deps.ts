import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { MembershipDocument } from '#access/memberships';
import type { Clients } from '#clients';
import type { SnippetDocument } from '#content/snippets';
import type { UploadDocument } from '#content/uploads';
import type { BadgeDocument } from '#projects/badges';
import type { PushRuleDocument } from '#projects/push-rules';

/** Dependencies of project archives. */
export interface ProjectArchivesDeps {
  clients: Pick<Clients, 'bundles' | 'directory' | 'lfsObjects' | 'projectRows'>;
  log: Logger;
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
