import type { Call } from '@forgemesh/rpc';
import { BadRequestError } from '@forgemesh/errors';
import { countAttempt } from '#sign-in/passwords';
import { requireUser, type UserDocument } from '#users/accounts';
import { isAppCode, normalizeCode, stepOf } from './codes';
import type { TwoFactorDeps } from './deps';

type Deps = Pick<TwoFactorDeps, 'signInFailures' | 'twoFactors' | 'twoFactorBox' | 'recoveryDigests'>;

/**
 * Verifies and consumes a code of the authenticator app or a recovery code. Attempts are counted
 * before the comparison; throws `too_many_requests` after too many failures.
 */
export async function isSecondFactor(
  deps: Deps,
  user: Pick<UserDocument, '_id'>,
  { code, address }: { code: string; address: string },
): Promise<boolean> {
  const counted = await countAttempt(deps, { account: String(user._id), address, kind: 'code' });
  const text = normalizeCode(code);
  const isRight = await (isAppCode(text) ? useAppCode(deps, user._id, text) : useRecoveryCode(deps, user._id, text));
  if (isRight) await counted.succeed();
  return isRight;
}

async function useAppCode({ twoFactors, twoFactorBox }: Deps, userId: number, code: string): Promise<boolean> {
  const found = await twoFactors.findById(userId).lean();
  const step = found?.sealed === undefined ? undefined : stepOf(twoFactorBox.open(found.sealed), code);
  if (step === undefined) return false;
  const unused = { _id: userId, last_step: { $lt: step } };
  return (await twoFactors.updateOne(unused, { $set: { last_step: step } })).matchedCount > 0;
}

async function useRecoveryCode({ twoFactors, recoveryDigests }: Deps, userId: number, code: string): Promise<boolean> {
  const digests = { $in: recoveryDigests(code) };
  const unused = { _id: userId, recovery_digests: digests };
  return (await twoFactors.updateOne(unused, { $pull: { recovery_digests: digests } })).matchedCount > 0;
}

/** Returns the caller. Throws BadRequestError if the password is wrong. */
export async function requirePassword(
  { deps, principal, context }: Call<TwoFactorDeps>,
  password: string,
): Promise<UserDocument> {
  const user = await requireUser(deps, principal.id);
  const guess = { account: String(user._id), address: context.address, password, user, canSignIn: true };
  if (user.password_hash === null || !(await deps.passwordSignIn.check(guess)))
    throw new BadRequestError('The password is not valid');
  return user;
}

/**
 * Returns the caller. Throws BadRequestError if the password or the code is wrong, or two-factor
 * authentication is not enabled.
 */
export async function requireBoth(
  call: Call<TwoFactorDeps>,
  { password, otp_attempt: code }: { password: string; otp_attempt: string },
): Promise<UserDocument> {
  const user = await requirePassword(call, password);
  if (!user.two_factor_enabled) throw new BadRequestError('Two-factor authentication is not enabled');
  if (!(await isSecondFactor(call.deps, user, { code, address: call.context.address })))
    throw new BadRequestError('The code is not valid');
  return user;
}
