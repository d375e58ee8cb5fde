import type { EntityStore, FileStore } from '@forgemesh/data';
import type { MembershipDocument } from '#access/memberships';
import type { Clients } from '#clients';
import type { SnippetDocument } from '#content/snippets';
import type { BadgeDocument } from '#projects/badges';
import type { PushRuleDocument } from '#projects/push-rules';

/** Dependencies of archives. */
export interface ArchivesDeps {
  clients: Pick<Clients, 'directory' | 'projectRows'>;
  memberships: EntityStore<MembershipDocument>;
  badges: EntityStore<BadgeDocument>;
  pushRules: EntityStore<PushRuleDocument>;
  snippets: EntityStore<SnippetDocument>;
  /** Folder for temporary files of jobs. */
  spoolFolder: string;
  /** Contents of long snippets. */
  snippetFiles: FileStore;
}
