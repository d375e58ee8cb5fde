/**
 * Identifies the caller of an operation: before the body is read by headers and query, after it by
 * what the body may add.
 */
import { anonymous, credentialsOf, requireIdentity, type Authenticator, type Identity } from '../auth/authenticate';
import { bodyKindOf } from '../body/read-body';
import type { ExternalStorage } from '../auth/external-storage';
import type { RawParams } from '../params/nesting';
import type { CompiledOperation } from '../routing/compile-operation';
import type { HttpExchange } from '../server/exchange';

/** Parameters that carry a token. */
const TOKEN_PARAMS = ['private_token', 'access_token'] as const;

/** Authenticates callers: by their own credentials, or by those that the external storage sends. */
export interface IdentifyOptions {
  authenticator: Authenticator;
  externalStorage: ExternalStorage;
}

/** A request whose caller is identified. */
export interface IdentifiedRequest {
  exchange: HttpExchange;
  operation: CompiledOperation;
  query: RawParams;
}

/** Whether the token of the caller is still expected in the body. */
export function awaitsToken({ exchange, operation, query }: IdentifiedRequest): boolean {
  if (!operation.tokenInBody || credentialsOf(exchange, query).token !== undefined) return false;
  const kind = bodyKindOf(exchange);
  return kind === 'json' || kind === 'form';
}

/**
 * Authenticates by headers and query. Throws ForgeError: 401 without a required or with an invalid
 * token, 403 for insufficient scopes and refused sudo. Returns the anonymous caller if the token is
 * expected in the body.
 */
export async function identifyByHead(options: IdentifyOptions, request: IdentifiedRequest): Promise<Identity> {
  return awaitsToken(request) ? anonymous : identify(options, request, request.query);
}

/** Authenticates again if the body names a user to act as, or carries an accepted token. */
export async function identifyByBody(
  options: IdentifyOptions,
  request: IdentifiedRequest,
  body: RawParams,
  known: Identity,
): Promise<Identity> {
  const names = request.operation.tokenInBody ? ['sudo', ...TOKEN_PARAMS] : ['sudo'];
  const given = names.filter((name) => Object.hasOwn(body, name));
  if (given.length === 0 && !awaitsToken(request)) return known;
  const added = Object.fromEntries(given.map((name) => [name, body[name]]));
  return identify(options, request, { ...request.query, ...added });
}

async function identify(
  { authenticator, externalStorage }: IdentifyOptions,
  { exchange, operation }: IdentifiedRequest,
  params: RawParams,
): Promise<Identity> {
  const { withoutTerms, withoutTwoFactor } = operation;
  const isFromStorage = externalStorage.isSender(exchange, operation);
  const holder = isFromStorage ? await externalStorage.authenticate(exchange, params) : undefined;
  const credentials = credentialsOf(exchange, params);
  const identity = holder ?? (await authenticator.authenticate({ ...credentials, withoutTerms, withoutTwoFactor }));
  requireIdentity(identity, operation);
  return identity;
}
