import type { UserDirectory } from '#clients/users';
import type { SpamCheck } from '#content/spam';

/** Dependencies of the RPCs for other services about spam. */
export interface InternalSpamDeps {
  spamCheck: SpamCheck;
  /** Display data and profiles of users. */
  directory: UserDirectory;
}
