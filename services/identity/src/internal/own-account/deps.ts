import type { EntityStore } from '@forgemesh/data';
import type { TokenDocument } from '#credentials/tokens';
import type { OwnerCheck } from '#sign-in/two-factor';
import type { UsersDeps } from '#users/accounts';

/** Dependencies of the RPCs with which users change their own account. */
export interface OwnAccountDeps extends UsersDeps {
  /** Checks the password and the second factor of a user. */
  ownerCheck: OwnerCheck;
  tokens: EntityStore<TokenDocument>;
}
