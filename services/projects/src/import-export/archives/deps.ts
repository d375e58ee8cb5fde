import type { MembershipDocument } from '#access/memberships/membership.model';
import type { Clients } from '#clients/clients';
import type { SnippetDocument } from '#content/snippets/snippet.model';
import type { BadgeDocument } from '#projects/badges/badge.model';
import type { PushRuleDocument } from '#projects/push-rules/push-rule.model';
import type { EntityStore, FileStore } from '@forgemesh/data';

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
