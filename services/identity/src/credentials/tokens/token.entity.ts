import type { EventEntity } from '@forgemesh/events';
import type { TokenDocument } from './token.model';

/** Presents a token of any kind in events, without the token itself. */
export function presentTokenForEvent(token: TokenDocument): EventEntity<'identity.token.created'> {
  const { _id: id, user_id, name, scopes, impersonation, expires_at } = token;
  return { id, user_id, name, scopes, impersonation, expires_at };
}
