/** Proofs that the owner of an account makes a request, beyond the token of a session. */
import { ValidationError } from '@forgemesh/errors';
import type { PasswordSignIn } from '#sign-in/passwords';
import type { UserDocument } from '#users/accounts';
import { isSecondFactor } from './check-second-factor';
import type { TwoFactorDeps } from './deps';

/** What a request proves. */
export interface Proof {
  password: string;
  /** Code of the authenticator app or recovery code; empty without two-factor authentication. */
  code: string;
  /** Address of the client. */
  address: string;
}

/** Checks proofs; attempts are counted, and `too_many_requests` is thrown after too many. */
export interface OwnerCheck {
  /** Throws ValidationError with a message for the field if the password is wrong. */
  requirePassword(user: UserDocument, proof: Omit<Proof, 'code'>, field: string): Promise<void>;
  /** Also requires the code of a user with two-factor authentication. */
  requireProof(user: UserDocument, proof: Proof): Promise<void>;
}

type Deps = Pick<TwoFactorDeps, 'signInFailures' | 'twoFactors' | 'twoFactorBox' | 'recoveryDigests'>;

/** Creates the checks. */
export function createOwnerCheck(deps: Deps, passwordSignIn: Pick<PasswordSignIn, 'check'>): OwnerCheck {
  const check: OwnerCheck = {
    async requirePassword(user, { password, address }, field) {
      const guess = { account: String(user._id), address, password, user, canSignIn: true };
      const isRight = user.password_hash !== null && password !== '' && (await passwordSignIn.check(guess));
      if (!isRight) throw new ValidationError({ [field]: ['is not valid'] });
    },
    async requireProof(user, { password, code, address }) {
      await check.requirePassword(user, { password, address }, 'password');
      if (!user.two_factor_enabled) return;
      if (code === '' || !(await isSecondFactor(deps, user, { code, address })))
        throw new ValidationError({ otp_attempt: ['is not valid'] });
    },
  };
  return check;
}
