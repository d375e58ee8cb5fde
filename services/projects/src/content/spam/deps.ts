import type { UserDirectory } from '#clients/users';
import type { SpamCheck } from './spam-check';

/** Dependencies of the spam check. */
export interface SpamDeps {
  spamCheck: SpamCheck;
  /** Display data and profiles of users. */
  directory: UserDirectory;
}
