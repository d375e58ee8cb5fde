import type { Model } from 'mongoose';
import type { SignInFailureDocument } from '#sign-in/passwords';
import type { UsersDeps } from '#users/accounts';

/** Dependencies of registrations and of requests for links that set a password. */
export interface RegistrationsDeps extends UsersDeps {
  /** Counts of requests. */
  signInFailures: Model<SignInFailureDocument>;
}
