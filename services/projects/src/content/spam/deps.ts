import type { UserDirectory } from '#clients/users/user-directory';
import type { SpamCheck } from './spam-check';

/** Dependencies of spam. */
export interface SpamDeps {
  spamCheck: SpamCheck;
  /** Display data and profiles of users. */
  directory: UserDirectory;
}
