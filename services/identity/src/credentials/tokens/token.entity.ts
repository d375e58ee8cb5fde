import type { TokenDocument } from './token.model';

/** A token of any kind in its events: nothing of the token itself. */
export function presentTokenForEvent(token: TokenDocument): object {
  const { _id: id, user_id, name, scopes, impersonation, expires_at } = token;
  return { id, user_id, name, scopes, impersonation, expires_at };
}
