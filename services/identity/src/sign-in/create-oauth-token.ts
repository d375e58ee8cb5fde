import { ForgeError, type Parameters } from '@forgemesh/kit';
import { OauthServiceService, type CreateOauthTokenRequest } from '@forgemesh/proto/identity/v1/oauth';
import { operation, type IdentityCall } from '../operation';
import { newToken } from '../tokens/new-token';
import { availableScopes, type TokenDocument } from '../tokens/token.model';
import { findByPassword } from './find-by-password';

type Request = Parameters<CreateOauthTokenRequest>;

/** What the document of a token keeps of its two texts. */
type Fresh = ReturnType<typeof newToken> & { refresh_digest: string };

/** Exchanges a password, or a refresh token, for a token. A repeated request (same operation id) gets the token of the first. */
export const createOauthToken = operation(OauthServiceService.createOauthToken, async (request, call) => {
  const { secrets, tokens } = call.deps;
  const [secret, refresh] = secrets.createPair(call.operationId);
  const fresh = { ...newToken(secret, secrets), refresh_digest: secrets.digestOf(refresh) };
  const earlier = await tokens.findByOperation(call.operationId ?? '');
  const token = earlier ?? (await exchange(request, call, fresh));
  return {
    access_token: secret,
    token_type: 'Bearer',
    refresh_token: refresh,
    scope: token.scopes.join(' '),
    created_at: Math.floor(token.created_at.getTime() / 1000),
  };
});

function exchange(request: Request, call: IdentityCall, fresh: Fresh): Promise<TokenDocument> {
  if (request.grant_type === 'password') return exchangePassword(request, call, fresh);
  if (request.grant_type === 'refresh_token') return exchangeRefreshToken(request, call, fresh);
  throw refusal(
    'invalid_parameters',
    'unsupported_grant_type',
    'The authorization grant type is not supported by the authorization server.',
  );
}

async function exchangePassword(
  { username, password, scope }: Request,
  { context, deps, operationId }: IdentityCall,
  fresh: Fresh,
): Promise<TokenDocument> {
  const scopes = [...new Set((scope || 'api').split(/\s+/).filter((name) => name !== ''))];
  if (!scopes.every((name) => availableScopes.includes(name))) {
    throw refusal('invalid_parameters', 'invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
  }
  const isAllowed = deps.settings.current().password_authentication_enabled_for_web;
  const login = { login: username ?? '', password: password ?? '', address: context.address };
  const user = isAllowed ? await findByPassword(deps, login) : null;
  if (!user) throw invalidGrant();
  await deps.users.mutate(user._id, ({ current_sign_in_at: last }) => ({
    set: { last_sign_in_at: last ?? new Date(), current_sign_in_at: new Date() },
  }));
  return deps.tokens.insert({
    ...fresh,
    _id: await deps.tokens.nextId(),
    operation_id: operationId,
    user_id: user._id,
    scopes,
    ...{ name: 'Sign-in by password', impersonation: false, expires_at: null },
  });
}

/** Of two who exchange the same text one gets a token; the one before is gone. */
async function exchangeRefreshToken(
  { refresh_token: text = '' }: Request,
  { deps, operationId }: IdentityCall,
  fresh: Fresh,
): Promise<TokenDocument> {
  const digest = { $in: deps.secrets.digestsOf(text) };
  const token = await deps.tokens.model.findOne({ refresh_digest: digest, revoked: false }).lean<TokenDocument>();
  const holder = token && (await deps.users.find(token.user_id));
  if (!token || holder?.state !== 'active') throw invalidGrant();
  const changed = await deps.tokens.change(token, {
    set: fresh,
    update: { $set: { operation_id: operationId } },
    events: [{ type: 'identity.token.refreshed', actor: token.user_id }],
  });
  if (!changed) throw invalidGrant();
  return changed;
}

function invalidGrant(): ForgeError {
  return refusal(
    'invalid_token',
    'invalid_grant',
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  );
}

function refusal(reason: 'invalid_token' | 'invalid_parameters', error: string, description: string): ForgeError {
  return new ForgeError(reason, error, { details: { error_description: description } });
}
