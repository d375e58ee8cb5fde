import type { EntityStore } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { SignInFailureDocument } from '#sign-in/passwords';
import type { UserDocument } from '#users/accounts';
import type { LinkSecrets } from './link-secrets';

/** Dependencies of links in emails. */
export interface EmailLinksDeps {
  users: EntityStore<UserDocument>;
  signInFailures: Model<SignInFailureDocument>;
  /** Tokens of links in emails. */
  linkSecrets: LinkSecrets;
}
