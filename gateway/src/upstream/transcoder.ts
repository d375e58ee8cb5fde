/**
 * Handles a request of the REST API by one call of the service that owns the operation.
 *
 * Refusals have a fixed order: 401, 400 of a parameter, 404 of a named project or group, 405 or a
 * redirect for a former path of one, 403 of the role, 403 of the tier; then the service decides. A
 * body is read only after authentication, and a large one only for callers who may use the projects
 * and groups in the path.
 */
import { ForbiddenError, ForgeError } from '@forgemesh/errors';
import { noteCaller, type Authenticator, type Identity } from '../auth/authenticate';
import type { ExternalStorage } from '../auth/external-storage';
import { MovedError, type Authorizer } from '../auth/authorize';
import type { OperationRoute } from '../routing/route-table';
import type { PaceLimits } from '../body/body-pace';
import { headerOf, type HttpExchange } from '../server/exchange';
import type { OperationResponse } from './call';
import { ReadCoalescer } from './read-coalescer';
import { sendFound, sendMovedOperation } from '../response/send-moved';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import type { AuthorizationCache } from '../auth/authorization-cache';
import { invalidationScopeOf } from '../auth/cache-invalidation-rules';
import { callUpstream, type PresentResponse, type UpstreamOptions } from './call-upstream';
import { checkParams, type CheckedParams } from '../params/check-params';
import type { CompiledOperation } from '../routing/compile-operation';
import { parametersOf } from '../params/compile-params';
import { parseForm } from '../body/form';
import { emptyParams, type RawParams } from '../params/nesting';
import { mayBeLarge, type BodyReader, type RequestBody } from '../body/read-body';
import { NO_FILE, toSmallFile } from '../params/small-file';
import { awaitsToken, identifyByBody, identifyByHead } from './identify';
import type { RequestTurns } from './request-turns';

/** Dependencies of the transcoder. */
export interface TranscoderOptions extends Omit<UpstreamOptions, 'readCoalescer'> {
  authenticator: Authenticator;
  authorizer: Authorizer;
  authorizationCache: AuthorizationCache;
  externalStorage: ExternalStorage;
  rateLimiter: RateLimiter;
  /** Minimum speed of the bodies of signed-in clients. */
  pace: PaceLimits;
  bodies: BodyReader;
  turns: RequestTurns;
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
  const { authorizer, authorizationCache, externalStorage, rateLimiter, bodies, turns } = options;
  const upstreamOptions = { ...options, readCoalescer: new ReadCoalescer<OperationResponse>() };
  const countRefusal = (exchange: HttpExchange) => (error: unknown) => {
    rateLimiter.takeRefused(exchange, error);
    throw error;
  };
  const countRequest = (exchange: HttpExchange, operation: CompiledOperation): void => {
    rateLimiter.take(exchange, exchange.userId);
    if (exchange.userId === undefined) rateLimiter.takeAnonymous(exchange, operation);
  };
  const handle = async (
    exchange: HttpExchange,
    { route, query }: { route: OperationRoute; query: Query },
    pathParams: Record<string, string>,
    present: PresentResponse | undefined,
  ): Promise<void> => {
    const { operation } = route;
    exchange.label = operation.contract.name;
    const request = { exchange, operation, query: query.params };
    const caller = await identifyByHead(options, request).catch(countRefusal(exchange));
    noteCaller(exchange, caller);
    if (caller.user) exchange.pace = options.pace;
    const isCounted = !awaitsToken(request);
    if (isCounted) countRequest(exchange, operation);
    if (query.error) throw query.error;
    if (mayBeLarge(exchange)) {
      bodies.assertAnnouncedSize(exchange, operation);
      await authorizePath(options, route, pathParams, caller);
    }
    const body = await bodies.read(exchange, operation);
    let endTurn: (() => void) | undefined;
    try {
      endTurn = await turns.begin(exchange, operation);
      const identity = await identifyByBody(options, request, body.params, caller).catch(countRefusal(exchange));
      noteCaller(exchange, identity);
      if (!isCounted) countRequest(exchange, operation);
      const params = checkParams(
        operation.params,
        await mergeParams(exchange, route, { query: query.params, body, pathParams }),
      );
      assertKeyset(operation, params);
      const access = await authorizer.authorize(identity, operation.access, params, operation.isRead);
      assertMayUse(options, operation, identity);
      // The storage sends the requests of all its clients.
      if (!externalStorage.isSender(exchange, operation)) rateLimiter.takeRawBlob(exchange, access['id']?.id);
      const granted = { identity, params, access };
      const address = await externalStorage.addressFor(exchange, operation, granted);
      if (address !== undefined) return sendFound(exchange, address);
      const sendResult = await authorizationCache.invalidateAround(invalidationScopeOf(operation, access), () =>
        callUpstream(upstreamOptions, exchange, operation, granted, body, { present }),
      );
      await sendResult(exchange);
    } finally {
      endTurn?.();
      await body.close();
    }
  };
  return async (exchange, matched, pathParams, present) => {
    const query = parseQuery(exchange);
    const route = selectRoute(matched, query.params);
    try {
      await handle(exchange, { route, query }, pathParams, present);
    } catch (error) {
      if (!(error instanceof MovedError)) throw error;
      sendMovedOperation(exchange, route, error);
    }
  };
}

/**
 * Authorizes the use of the projects and groups in the path. Throws ForgeError: 400 for an invalid
 * path parameter, then 404 and 403 as for the whole request.
 */
async function authorizePath(
  options: TranscoderOptions,
  { operation, fields }: OperationRoute,
  pathParams: Record<string, string>,
  identity: Identity,
): Promise<void> {
  const sent = Object.entries(pathParams).map(([name, value]) => [fields[name], value] as const);
  const names = new Set(sent.map(([field]) => field));
  const specs = parametersOf(operation.params).filter(({ name }) => names.has(name));
  const params = checkParams({ params: specs, groups: undefined }, Object.fromEntries(sent));
  const rules = operation.access.filter(({ param }) => names.has(param));
  await options.authorizer.authorize(identity, rules, params, operation.isRead);
  assertMayUse(options, operation, identity);
}

/** Refuses operations for administrators and of a higher tier. */
function assertMayUse(
  { tier }: Pick<TranscoderOptions, 'tier'>,
  operation: CompiledOperation,
  { user }: Identity,
): void {
  if (operation.auth === 'admin' && !user?.admin) throw new ForbiddenError();
  if (operation.tier > tier) throw new ForbiddenError();
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
