/** Presents sign-ins in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { SignIn } from '@forgemesh/proto/identity/v1/sign_in';
import { expiryOf, hasEnded, type TokenDocument } from '#credentials/tokens';
import type { UserDocument } from '#users/accounts';

/** Context of a presented sign-in. */
export interface SignInView {
  /** The user who signed in. */
  holder: Pick<UserDocument, 'sign_in_epoch'>;
  /** Id of the token of the request. */
  currentId: number | undefined;
}

/** Presents a sign-in without its tokens. */
export function presentSignIn(token: TokenDocument, { holder, currentId }: SignInView): ResponseOf<SignIn> {
  const { created_at: createdAt, signed_in_at: signedInAt = createdAt } = token;
  const isOver = token.refresh_until !== undefined && token.refresh_until < new Date();
  return {
    id: token._id,
    user_id: token.user_id,
    scopes: token.scopes,
    created_at: signedInAt.toISOString(),
    refreshed_at: createdAt > signedInAt ? createdAt.toISOString() : null,
    expires_at: (expiryOf(token) ?? createdAt).toISOString(),
    last_used_at: token.last_used_at?.toISOString() ?? null,
    ip_address: token.ip_address || null,
    user_agent: token.user_agent || null,
    active: !token.revoked && !isOver && !hasEnded(token, holder),
    current: token._id === currentId,
  };
}
