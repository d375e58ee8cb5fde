import type { MembershipDocument } from '#access/memberships/membership.model';
import type { UserLevels } from '#access/user-levels';
import type { Clients } from '#clients/clients';
import type { SnippetDocument } from '#content/snippets/snippet.model';
import type { UploadDocument } from '#content/uploads/upload.model';
import type { BadgeDocument } from '#projects/badges/badge.model';
import type { PushRuleDocument } from '#projects/push-rules/push-rule.model';
import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';

/** Dependencies of imported content. */
export interface ImportedContentDeps {
  clients: Pick<Clients, 'bundles' | 'directory' | 'projectRows'>;
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
