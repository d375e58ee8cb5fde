import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { MembershipDocument } from '#access/memberships';
import type { UserLevels } from '#access';
import type { Clients } from '#clients';
import type { SnippetDocument } from '#content/snippets';
import type { UploadDocument } from '#content/uploads';
import type { BadgeDocument } from '#projects/badges';
import type { PushRuleDocument } from '#projects/push-rules';

/** Dependencies of imported content. */
export interface ImportedContentDeps {
  clients: Pick<Clients, 'bundles' | 'directory' | 'lfsObjects' | 'projectRows'>;
  settings: Settings<ApplicationSettings>;
  memberships: EntityStore<MembershipDocument>;
  badges: EntityStore<BadgeDocument>;
  pushRules: EntityStore<PushRuleDocument>;
  snippets: EntityStore<SnippetDocument>;
  /** Contents of long snippets. */
  snippetFiles: FileStore;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  uploads: EntityStore<UploadDocument>;
  /** Contents of attached files. */
  uploadFiles: FileStore;
  /** Access levels of users. */
  levels: UserLevels;
}
