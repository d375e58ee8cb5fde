/**
 * Redirects requests that name a project or group by a former full path, and those of static
 * objects to their external storage.
 */
import { NotFoundError } from '@forgemesh/errors';
import { resourceWords, type MovedError } from '../auth/authorize';
import { isDeep } from '../routing/deep-path';
import { pathParamOf, type OperationRoute } from '../routing/route-table';
import type { HttpExchange } from '../server/exchange';
import { sendJson } from './send';

/**
 * Redirects a request of an operation. Throws the refusal if it cannot be redirected: the parameter
 * is not in the path, or the request may change something.
 */
export function sendMovedOperation(exchange: HttpExchange, route: OperationRoute, moved: MovedError): void {
  const { rule } = moved;
  const name = pathParamOf(route, rule.param);
  if (name === undefined) throw new NotFoundError(resourceWords[rule.kind]);
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') throw moved;
  sendMoved(exchange, isDeep(route.path) ? pagePathOf(exchange, moved) : operationPathOf(exchange, route, name, moved));
}

/**
 * Redirects to another path with the query of the request. The redirect is not cached: it ends when
 * another resource takes the former path.
 */
export function sendMoved(exchange: HttpExchange, path: string): void {
  const { client, query } = exchange;
  const headers = {
    Location: `${client.origin}${path}${query === '' ? '' : `?${query}`}`,
    'Cache-Control': 'no-cache',
  };
  sendJson(exchange, 301, { message: '301 Moved Permanently' }, headers);
}

/**
 * Redirects to the address of a response in the external storage. It may contain a token of the
 * caller, and depends on the settings, so that no cache may keep it.
 */
export function sendFound(exchange: HttpExchange, address: string): void {
  sendJson(exchange, 302, { message: '302 Found' }, { Location: address, 'Cache-Control': 'no-store' });
}

/** The path with the full path of the resource in place of the former one, which begins it. */
function pagePathOf({ path }: HttpExchange, { ref, resource }: MovedError): string {
  const rest = path.split('/').slice(1 + ref.split('/').length);
  return ['', ...resource.full_path.split('/').map(encodeURIComponent), ...rest].join('/');
}

/** The path with the id of the resource in place of the former full path. */
function operationPathOf(
  { path }: HttpExchange,
  route: OperationRoute,
  name: string,
  { resource }: MovedError,
): string {
  const index = route.path.split('/').indexOf(`{${name}}`);
  return path
    .split('/')
    .map((segment, position) => (position === index ? String(resource.id) : segment))
    .join('/');
}
