import type { UserDirectory } from '#clients/users/user-directory';
import type { SpamCheck } from '#content/spam/spam-check';

/** Dependencies of the RPCs for other services about spam. */
export interface InternalSpamDeps {
  spamCheck: SpamCheck;
  /** Display data and profiles of users. */
  directory: UserDirectory;
}
