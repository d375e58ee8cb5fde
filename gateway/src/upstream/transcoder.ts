/**
 * Handles a request of the REST API by one call of the service that owns the operation.
 *
 * Refusals have a fixed order: 401, 400 of a parameter, 404 of a named project or group, 403 of the
 * role, 403 of the tier; then the service decides.
 */
import { ForbiddenError, ForgeError, UnauthenticatedError } from '@forgemesh/errors';
import {
  anonymous,
  credentialsOf,
  noteCaller,
  requireIdentity,
  type Authenticator,
  type Credentials,
  type Identity,
} from '../auth/authenticate';
import type { Authorizer } from '../auth/authorize';
import type { OperationRoute } from '../routing/route-table';
import type { PaceLimits } from '../body/body-pace';
import { headerOf, type HttpExchange } from '../server/exchange';
import type { OperationResponse } from './call';
import { ReadCoalescer } from './read-coalescer';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import type { AuthorizationCache } from '../auth/authorization-cache';
import { invalidationScopeOf } from '../auth/cache-invalidation-rules';
import { callUpstream, type PresentResponse, type UpstreamOptions } from './call-upstream';
import { checkParams, type CheckedParams } from '../params/check-params';
import type { CompiledOperation } from '../routing/compile-operation';
import { parametersOf } from '../params/compile-params';
import { parseForm } from '../body/form';
import { emptyParams, type RawParams } from '../params/nesting';
import { bodyKindOf, readBody, type RequestBody } from '../body/read-body';
import { NO_FILE, toSmallFile } from '../params/small-file';
import type { SpoolOptions } from '../body/spool';

/** Dependencies of the transcoder. */
export interface TranscoderOptions extends Omit<UpstreamOptions, 'readCoalescer'> {
  authenticator: Authenticator;
  authorizer: Authorizer;
  authorizationCache: AuthorizationCache;
  rateLimiter: RateLimiter;
  /** Minimum speed of the bodies of signed-in clients. */
  pace: PaceLimits;
  /** Where temporary files are stored. */
  spool: SpoolOptions;
}

/**
 * Handles a matched request. Throws ForgeError for the request handler to send. `present` changes
 * the response before it is sent.
 */
export type Transcoder = (
  exchange: HttpExchange,
  route: OperationRoute,
  pathParams: Record<string, string>,
  present?: PresentResponse,
) => Promise<void>;

/** Creates the transcoder. */
export function createTranscoder(options: TranscoderOptions): Transcoder {
  const upstreamOptions = { ...options, readCoalescer: new ReadCoalescer<OperationResponse>() };
  return async (exchange, matched, pathParams, present) => {
    const query = parseQuery(exchange);
    const route = selectRoute(matched, query.params);
    const { operation } = route;
    exchange.label = operation.contract.name;
    const { identity, body } = await identify(options, exchange, operation, query.params).catch((error: unknown) => {
      options.rateLimiter.takeRefused(exchange, error);
      throw error;
    });
    noteCaller(exchange, identity);
    try {
      options.rateLimiter.take(exchange, exchange.userId);
      if (exchange.userId === undefined) options.rateLimiter.takeAnonymous(exchange, operation);
      if (query.error) throw query.error;
      const params = checkParams(
        operation.params,
        await mergeParams(exchange, route, { query: query.params, body, pathParams }),
      );
      assertKeyset(operation, params);
      const access = await options.authorizer.authorize(identity, operation.access, params, operation.isRead);
      if (operation.auth === 'admin' && !identity.user?.admin) throw new ForbiddenError();
      if (operation.tier > options.tier) throw new ForbiddenError();
      options.rateLimiter.takeRawBlob(exchange, access['id']?.id);
      const granted = { identity, params, access };
      const sendResult = await options.authorizationCache.invalidateAround(invalidationScopeOf(operation, access), () =>
        callUpstream(upstreamOptions, exchange, operation, granted, body.files, { present }),
      );
      await sendResult(exchange);
    } finally {
      await closeAll(body);
    }
  };
}

/**
 * Returns the operation of a shared route that the query selects, or the first one, whose parameter
 * check then refuses the request.
 */
function selectRoute(matched: OperationRoute, query: RawParams): OperationRoute {
  const isSelected = ({ operation: { choice } }: OperationRoute): boolean =>
    choice?.values.some((value) => value === query[choice.param]) === true;
  return matched.sharers?.find(isSelected) ?? matched;
}

interface Query {
  params: RawParams;
  error?: unknown;
}

/** A malformed query is refused only after authentication. */
function parseQuery({ query }: HttpExchange): Query {
  try {
    return { params: parseForm(query) };
  } catch (error) {
    return { params: emptyParams(), error };
  }
}

/**
 * Authenticates the caller and reads the body. A token in a header or the query is checked before
 * the body is read, one in the body after it. A multipart body is read for authenticated callers
 * only.
 */
async function identify(
  { authenticator, spool, pace }: TranscoderOptions,
  exchange: HttpExchange,
  operation: CompiledOperation,
  query: RawParams,
): Promise<{ identity: Identity; body: RequestBody }> {
  const { withoutTerms, withoutTwoFactor } = operation;
  const exempt = { withoutTerms, withoutTwoFactor };
  const early = { ...credentialsOf(exchange, query), ...exempt };
  const isEarly = early.token !== undefined;
  const mayCarry = ['json', 'form'].includes(bodyKindOf(exchange));
  const needsUser = operation.auth !== 'public';
  if (!isEarly && !mayCarry && needsUser) throw new UnauthenticatedError();
  const earlyIdentity = isEarly || !mayCarry ? await authenticator.authenticate(early) : anonymous;
  if (isEarly) requireIdentity(earlyIdentity, needsUser, operation.scopes);
  if (earlyIdentity.user) exchange.pace = pace;

  const body = await readBody(exchange, operation, spool).catch((error: unknown) => {
    throw isEarly || !needsUser ? error : new UnauthenticatedError();
  });
  try {
    const late = mayCarry ? { ...credentialsOf(exchange, { ...query, ...body.params }), ...exempt } : early;
    const identity = sameCredentials(early, late) ? earlyIdentity : await authenticator.authenticate(late);
    requireIdentity(identity, needsUser, operation.scopes);
    return { identity, body };
  } catch (error) {
    await closeAll(body);
    throw error;
  }
}

async function closeAll({ files }: RequestBody): Promise<void> {
  await Promise.all(files.map((file) => file.close()));
}

function sameCredentials(left: Credentials, right: Credentials): boolean {
  return left.token === right.token && left.sudo === right.sudo;
}

/** Sources of parameters. */
interface ParamSources {
  query: RawParams;
  body: RequestBody;
  pathParams: Record<string, string>;
}

/**
 * Headers take precedence over the path, the path over the body, the body over the query. Path
 * parameters are renamed to their fields.
 */
async function mergeParams(
  exchange: HttpExchange,
  route: OperationRoute,
  { query, body, pathParams }: ParamSources,
): Promise<RawParams> {
  const merged: RawParams = Object.assign(emptyParams(), query, body.params);
  for (const name in pathParams) merged[route.fields[name] as string] = pathParams[name];
  for (const { isFile, isSmallFile, name, names, header } of parametersOf(route.operation.params)) {
    const headerValue = header === '' ? undefined : headerOf(exchange, header);
    if (headerValue !== undefined) merged[name] = headerValue;
    if (!isFile) continue;
    const sent = names.find((alias) => merged[alias] !== undefined && merged[alias] !== '');
    const isEmptied = isSmallFile && names.some((alias) => merged[alias] === '');
    for (const alias of names) delete merged[alias];
    const file = body.files.find(({ field }) => names.includes(field));
    if (file) merged[name] = isSmallFile ? await toSmallFile(file) : file.name;
    // A string in place of a file is invalid.
    else if (sent !== undefined) merged[name] = {};
    else if (isEmptied) merged[name] = NO_FILE;
  }
  return merged;
}

function assertKeyset({ pagination }: CompiledOperation, params: CheckedParams): void {
  if (params['pagination'] !== 'keyset') return;
  if (pagination === 'offset_or_keyset' && params['order_by'] === 'id') return;
  throw new ForgeError('method_not_allowed', 'Keyset pagination is not yet available for this type of request', {
    key: 'error',
  });
}
