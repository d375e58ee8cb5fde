import type { EntityStore, Outbox } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { Passwords, UserDocument } from '#users/accounts';
import type { SignInFailureDocument } from './sign-in-failure.model';

/** Dependencies of the sign-in by password. */
export interface PasswordsDeps {
  users: EntityStore<UserDocument>;
  /** Publishes an event that changes no document. */
  record: Outbox['record'];
  passwords: Passwords;
  /** Password checks in progress, shared by identical attempts. */
  passwordChecks: Map<string, Promise<boolean>>;
  signInFailures: Model<SignInFailureDocument>;
}
