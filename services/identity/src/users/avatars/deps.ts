import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Urls } from '#urls';
import type { UserDocument } from '#users/accounts';

/** Dependencies of avatars. */
export interface AvatarsDeps {
  users: EntityStore<UserDocument>;
  /** URL template of the avatar service; empty if there is none. */
  avatarServiceUrl: string;
  settings: Settings<ApplicationSettings>;
  urls: Urls;
}
