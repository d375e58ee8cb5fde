import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { TokenHolders } from '#authentication';
import type { PasswordSignIn } from '#sign-in/passwords';
import type { UserDocument } from '#users/accounts';

/** Dependencies of the RPCs about the terms. */
export interface InternalTermsDeps {
  users: EntityStore<UserDocument>;
  /** Whether impersonation tokens are accepted. */
  isImpersonationEnabled: boolean;
  /** Finds tokens and their holders. */
  tokenHolders: TokenHolders;
  /** Signs users in by password. */
  passwordSignIn: PasswordSignIn;
  settings: Settings<ApplicationSettings>;
}
