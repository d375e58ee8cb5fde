import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { LinkSecrets } from '#sign-in/email-links';
import type { SignInFailureDocument } from '#sign-in/passwords';
import type { Passwords, UserDocument } from '#users/accounts';

/** Dependencies of the RPCs about password resets. */
export interface InternalPasswordResetsDeps {
  users: EntityStore<UserDocument>;
  passwords: Passwords;
  signInFailures: Model<SignInFailureDocument>;
  /** Tokens of links in emails. */
  linkSecrets: LinkSecrets;
  settings: Settings<ApplicationSettings>;
}
