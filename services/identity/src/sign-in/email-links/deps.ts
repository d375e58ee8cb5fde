import type { EntityStore } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { SignInFailureDocument } from '#sign-in/passwords/sign-in-failure.model';
import type { UserDocument } from '#users/users/user.model';
import type { LinkSecrets } from './link-secrets';

/** Dependencies of email links. */
export interface EmailLinksDeps {
  users: EntityStore<UserDocument>;
  signInFailures: Model<SignInFailureDocument>;
  /** Tokens of links in emails. */
  linkSecrets: LinkSecrets;
}
