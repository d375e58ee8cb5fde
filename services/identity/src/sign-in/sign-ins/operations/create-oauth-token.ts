import { ForgeError } from '@forgemesh/errors';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { OauthServiceDefinition, type CreateOauthTokenRequest } from '@forgemesh/proto/identity/v1/oauth';
import {
  availableScopes,
  createSignInToken,
  expiryOf,
  familyOf,
  hasEnded,
  insertToken,
  issueSecrets,
  newToken,
  nextRefreshToken,
  refreshUntil,
  revocation,
  type TokenDocument,
} from '#credentials/tokens';
import { isSecondFactor, twoFactorRequiredFrom } from '#sign-in/two-factor';
import { signInEpochOf, type UserDocument } from '#users/accounts';
import { signInLifetimeMs } from '../sign-in-lifetime';
import type { SignInsDeps } from '../deps';

type Request = Parameters<CreateOauthTokenRequest>;

/** The tokens of a response. */
interface Pair {
  access: string;
  refresh: string;
}

const MAX_USER_AGENT = 255;

/**
 * Exchanges a password or a refresh token for a token. A retry (same operation id) returns the
 * token of the first attempt.
 */
export const createOauthToken = operation(
  OauthServiceDefinition.createOauthToken,
  async (request, call: Call<SignInsDeps>) => {
    assertGrantType(request);
    const { deps, operationId } = call;
    const isRefresh = request.grant_type === 'refresh_token';
    const [access = '', random = ''] = await issueSecrets(deps, operationId, () => [
      createSignInToken(),
      createSignInToken(),
    ]);
    const refresh = isRefresh ? nextRefreshToken(request.refresh_token ?? '', random) : random;
    const pair = { access, refresh };
    const digest = deps.secrets.digestOf(access);
    // The first attempt has already used the refresh token or code.
    const earlier = await deps.tokens.model.findOne({ digest }).lean<TokenDocument>();
    const token = earlier ?? (await (isRefresh ? exchangeRefreshToken : exchangePassword)(request, call, pair));
    const seconds = ((expiryOf(token) as Date).getTime() - token.created_at.getTime()) / 1000;
    return {
      access_token: access,
      token_type: 'Bearer',
      refresh_token: refresh,
      scope: token.scopes.join(' '),
      created_at: Math.floor(token.created_at.getTime() / 1000),
      expires_in: Math.floor(seconds),
    };
  },
);

function assertGrantType({ grant_type: type }: Request): void {
  if (type === 'password' || type === 'refresh_token') return;
  throw refusal(
    'invalid_parameters',
    'unsupported_grant_type',
    'The authorization grant type is not supported by the authorization server.',
  );
}

/** Stored fields of the two tokens. */
function freshTokens({ secrets, settings }: SignInsDeps, { access, refresh }: Pair) {
  const token = newToken(access, secrets);
  const validUntil = new Date(token.created_at.getTime() + signInLifetimeMs(settings.current()));
  return {
    ...token,
    refresh_digest: secrets.digestOf(refresh),
    family_digest: secrets.digestOf(familyOf(refresh)),
    valid_until: validUntil,
    refresh_until: refreshUntil(validUntil),
  };
}

async function exchangePassword(
  { username, password, scope, otp_attempt: code = '' }: Request,
  { context, deps }: Call<SignInsDeps>,
  pair: Pair,
): Promise<TokenDocument> {
  const scopes = [...new Set((scope || 'api').split(/\s+/).filter((name) => name !== ''))];
  if (!scopes.every((name) => availableScopes.includes(name))) {
    throw refusal('invalid_parameters', 'invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
  }
  const isAllowed = deps.settings.current().password_authentication_enabled_for_web;
  const login = { login: username ?? '', password: password ?? '', address: context.address };
  const user = isAllowed ? await deps.passwordSignIn.find(login) : null;
  if (!user) throw invalidGrant();
  const requirement = await requirementOf(deps, user);
  if (user.two_factor_enabled) await requireSecondFactor(deps, user, { code, address: context.address });
  await deps.users.mutate(user._id, ({ current_sign_in_at: last }) => ({
    set: { last_sign_in_at: last ?? new Date(), current_sign_in_at: new Date() },
  }));
  const fresh = freshTokens(deps, pair);
  const document = {
    ...fresh,
    _id: await deps.tokens.nextId(),
    user_id: user._id,
    scopes,
    name: 'Sign-in by password',
    impersonation: false,
    expires_at: null,
    signed_in_at: fresh.created_at,
    // Taken from the document whose password was checked: a later password change ends this sign-in
    // too.
    sign_in_epoch: signInEpochOf(user),
    ...requirement,
    ip_address: context.address,
    user_agent: context.user_agent.slice(0, MAX_USER_AGENT),
  };
  return insertToken(deps.tokens, document, [{ type: 'identity.sign_in.completed', actor: user._id }]);
}

/**
 * Start of the requirement, stored in a sign-in without second factor so that requests need not
 * evaluate it.
 */
async function requirementOf(
  deps: SignInsDeps,
  user: UserDocument,
): Promise<Pick<TokenDocument, 'two_factor_required_from'>> {
  return { two_factor_required_from: user.two_factor_enabled ? null : await twoFactorRequiredFrom(deps, user) };
}

/** Throws `invalid_token` unless the request contains a valid code of the user's second factor. */
async function requireSecondFactor(
  deps: SignInsDeps,
  user: UserDocument,
  shown: { code: string; address: string },
): Promise<void> {
  if (shown.code === '') {
    throw refusal(
      'invalid_token',
      'invalid_grant',
      'Two-factor authentication is enabled: send a code, or a recovery code, in the header X-Gitlab-OTP.',
    );
  }
  if (await isSecondFactor(deps, user, shown)) return;
  await deps.passwordSignIn.recordFailure(user, shown.address);
  throw invalidGrant();
}

/**
 * Replaces both tokens of a sign-in. A reused refresh token may have been stolen, so it ends the
 * sign-in.
 */
async function exchangeRefreshToken(
  { refresh_token: text = '' }: Request,
  { deps }: Call<SignInsDeps>,
  pair: Pair,
): Promise<TokenDocument> {
  const digests = deps.secrets.digestsOf(text);
  const token = await findSignIn(deps, text);
  if (!token) throw invalidGrant();
  if (!digests.includes(token.refresh_digest ?? '')) throw await reused(deps, token);
  const holder = await deps.users.find(token.user_id);
  const isOver = token.revoked || (token.refresh_until !== undefined && token.refresh_until < new Date());
  if (isOver || holder?.state !== 'active' || hasEnded(token, holder)) throw invalidGrant();
  const changed = await deps.tokens.change(token, {
    set: {
      ...freshTokens(deps, pair),
      ...(await requirementOf(deps, holder)),
      signed_in_at: token.signed_in_at ?? token.created_at,
      last_used_at: token.last_used_at,
    },
    events: [{ type: 'identity.token.refreshed', actor: token.user_id }],
  });
  // A concurrent request has used the refresh token.
  if (!changed) throw await reused(deps, token);
  return changed;
}

/** Finds the sign-in with a current or reused refresh token; null if none exists. */
async function findSignIn({ secrets, tokens }: SignInsDeps, text: string): Promise<TokenDocument | null> {
  const current = { refresh_digest: { $in: secrets.digestsOf(text) } };
  const found = await tokens.model.findOne(current).lean<TokenDocument>();
  if (found) return found;
  const family = { family_digest: { $in: secrets.digestsOf(familyOf(text)) } };
  return tokens.model.findOne(family).lean<TokenDocument>();
}

async function reused({ tokens, log }: SignInsDeps, { _id: id, user_id: userId }: TokenDocument): Promise<ForgeError> {
  log.warn({ user_id: userId, token_id: id }, 'a refresh token was reused; its sign-in is revoked');
  await tokens.mutate(id, ({ revoked }) => (revoked ? null : revocation(userId)));
  return invalidGrant();
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
