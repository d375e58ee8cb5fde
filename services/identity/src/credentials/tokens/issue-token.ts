/**
 * Stores a new token of a user. A retry (same operation id) returns the token of the first attempt.
 */
import type { Call } from '@forgemesh/rpc';
import { ValidationError } from '@forgemesh/errors';
import { DAY_MS } from '@forgemesh/service/durations';
import { insertToken, issueSecrets } from './secrets/issue-secrets';
import { newToken } from './new-token';
import { createToken } from './secrets/token-secrets';
import { availableScopes, today, type TokenDocument } from './token.model';
import type { TokensDeps } from './deps';

const MAX_NAME = 255;
const LIFETIME_TIER = 3;

/** Fields of a new token. */
export interface TokenRequest {
  userId: number;
  name: string;
  scopes: string[] | undefined;
  expiresAt: string | null | undefined;
  impersonation: boolean;
}

/** Returns the stored document and the token itself. Throws ValidationError for invalid fields. */
export async function issueToken(
  call: Call<TokensDeps>,
  { userId, name, scopes: requested, expiresAt = null, impersonation }: TokenRequest,
): Promise<{ token: TokenDocument; secret: string }> {
  const { tokens, secrets } = call.deps;
  const scopes = [...new Set(requested)];
  const problems = {
    ...nameProblems(name),
    ...scopeProblems(scopes),
    ...lifetimeProblems(call, expiresAt, impersonation),
  };
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  const [secret = ''] = await issueSecrets(call.deps, call.operationId, () => [createToken()]);
  const document = {
    ...newToken(secret, secrets),
    _id: await tokens.nextId(),
    user_id: userId,
    name,
    scopes,
    impersonation,
    expires_at: expiresAt,
  };
  const created = { type: 'identity.token.created' as const, actor: call.principal.id };
  const token = await insertToken(tokens, document, [created]);
  return { token, secret };
}

type Problems = Record<string, string[]>;

function nameProblems(name: string): Problems {
  return name.length > MAX_NAME ? { name: [`is too long (maximum is ${MAX_NAME} characters)`] } : {};
}

function scopeProblems(scopes: string[]): Problems {
  if (scopes.length === 0) return { scopes: ["can't be blank"] };
  const areKnown = scopes.every((scope) => availableScopes.includes(scope));
  return areKnown ? {} : { scopes: ['can only contain available scopes'] };
}

/**
 * Checks the expiry against the maximum lifetime of the instance, which applies to tokens held by
 * users.
 */
function lifetimeProblems(
  { context, deps }: Call<TokensDeps>,
  expiresAt: string | null,
  isImpersonation: boolean,
): Problems {
  if (!isImpersonation && expiresAt !== null && expiresAt < today())
    return { expires_at: ['cannot be a date in the past'] };
  const days = deps.settings.current().max_personal_access_token_lifetime;
  if (isImpersonation || context.tier < LIFETIME_TIER || !days) return {};
  const latest = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  if (expiresAt !== null && expiresAt <= latest) return {};
  return { expires_at: [expiresAt === null ? "can't be blank" : `must be at most ${latest}`] };
}
