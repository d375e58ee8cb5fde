import type { EntityStore, FileStore, LongLists, Sequences } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import type { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ServiceClient } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Urls } from '#urls';
import type { UserDraft } from './drafts/user-draft.model';
import type { PasswordTransition } from './passwords/password-transition';
import type { Passwords } from './passwords/passwords';
import type { UserDocument } from './user.model';

/** Dependencies of users. */
export interface UsersDeps {
  users: EntityStore<UserDocument>;
  userLists: LongLists<UserDocument>;
  drafts: Model<UserDraft>;
  /** Avatars of users. */
  avatarFiles: FileStore;
  passwords: Passwords;
  /** Transition to sealed password hashes. */
  passwordTransition: PasswordTransition;
  sequences: Sequences;
  namespaces: ServiceClient<typeof NamespaceClaimServiceDefinition>;
  members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  settings: Settings<ApplicationSettings>;
  urls: Urls;
  log: Logger;
}
