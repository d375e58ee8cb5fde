import type { Change } from '@forgemesh/data';
import type { TokenDocument } from './token.model';

/** Revokes a token. Its event invalidates the token in all caches. */
export function revocation(actor: number): Change<TokenDocument> {
  return {
    set: { revoked: true, updated_at: new Date() },
    events: [{ type: 'identity.token.revoked', actor }],
  };
}
