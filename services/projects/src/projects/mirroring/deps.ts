import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { UserLevels } from '#access';
import type { UserDirectory } from '#clients/users';

/** Dependencies of import and pull mirror settings. */
export interface MirroringDeps {
  settings: Settings<ApplicationSettings>;
  /** Encrypts the URLs of mirrored repositories, which may contain credentials. */
  mirrorBox: SecretBox;
  /** Access levels of users. */
  levels: UserLevels;
  /** Display data and profiles of users. */
  directory: UserDirectory;
}
