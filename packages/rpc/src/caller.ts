import type { Caller } from '@forgemesh/admission';
import { clientNetworksOf } from '@forgemesh/http';
import { GATEWAY, type VerifiedContext } from './context';

/** The parts of a context that name its caller. */
export type CallerContext = Pick<VerifiedContext, 'issuer' | 'user' | 'real_user_id' | 'scopes' | 'address'>;

/**
 * Whose share of scarce resources a request uses: that of its user, else that of the network of its
 * client. Other processes of the instance that act for nobody have shares of their own.
 */
export function callerOf({ issuer, user, real_user_id, scopes, address }: CallerContext): Caller {
  // Under sudo, the administrator is the caller.
  const userId = real_user_id ?? user?.id;
  if (userId !== undefined) return { key: `user ${userId}`, isAnonymous: false };
  if (issuer !== GATEWAY && address === '') return { key: `process ${issuer}`, isAnonymous: false };
  const [network] = clientNetworksOf(address);
  const name = network?.name ?? address;
  // Deploy tokens and keys have scopes, but no user.
  return scopes.length > 0
    ? { key: `deploy ${name}`, isAnonymous: false }
    : { key: `network ${name}`, isAnonymous: true };
}
