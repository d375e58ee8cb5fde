import type { Change } from '@forgemesh/data';
import type { TokenDocument } from './token.model';

/** The end of a token. Its event lets every process forget what it knows of the token. */
export function revocation(actor: number): Change<TokenDocument> {
  return {
    set: { revoked: true, updated_at: new Date() },
    events: [{ type: 'identity.token.revoked', actor }],
  };
}
