/**
 * The routes of all services: rebuilt for every change and replaced as a whole.
 *
 * A path parameter is one encoded segment that is decoded exactly once, after routing. The few
 * paths with a parameter of several segments (`{id=**}`) are tried in sequence if no other path
 * matches.
 */
import findMyWay from 'find-my-way';
import type { HttpExchange } from '../server/exchange';
import { pathParam, type CompiledOperation } from './compile-operation';
import { deepMatcher, isDeep } from './deep-path';

/** A route of an operation of a service. */
export interface OperationRoute {
  method: string;
  /** Path with `{name}` parameters. */
  path: string;
  operation: CompiledOperation;
  /** Names of the path's parameters, mapped to request fields. */
  fields: Record<string, string>;
  /** All operations that share the route, including this one; absent if it is not shared. */
  sharers?: readonly OperationRoute[];
}

/** A route of an operation that the gateway handles itself. */
export interface BuiltInRoute extends OperationRoute {
  handle(exchange: HttpExchange): Promise<void>;
}

/** Handler of a method and path. */
export type Route = OperationRoute | BuiltInRoute;

/** A route and the decoded parameters of a path. */
export interface Match {
  route: Route;
  params: Record<string, string>;
}

/** An immutable set of routes. */
export interface RouteTable {
  routes: readonly Route[];
  /** Finds a route; HEAD falls back to GET. `bad` if the path's escapes are invalid. */
  find(method: string, path: string): Match | 'bad' | undefined;
  /** Returns the methods of a path, including HEAD and OPTIONS; empty for unknown paths. */
  allowed(path: string): string[];
}

/** Maximum length of a URL in characters. */
export const MAX_URL_LENGTH = 16_384;

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

/** Creates a table. Throws if two routes are equal; the caller resolves such claims first. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const router = findMyWay({
    maxParamLength: MAX_URL_LENGTH,
    ignoreTrailingSlash: true,
    onBadUrl: () => undefined,
  });
  for (const route of routes.filter(({ path, operation }) => !isDeep(path) && !operation.choice))
    router.on(route.method as 'GET', routerPath(route.path), () => undefined, route);
  for (const route of sharedRoutes(routes))
    router.on(route.method as 'GET', routerPath(route.path), () => undefined, route);

  const deep = routes.filter(({ path }) => isDeep(path)).map((route) => ({ route, match: deepMatcher(route.path) }));
  const findDeep = (method: string, path: string): Match | 'bad' | undefined => {
    for (const { route, match } of deep) {
      const params = route.method === method ? match(path) : undefined;
      if (params) return params === 'bad' ? 'bad' : { route, params };
    }
    return undefined;
  };
  const findExact = (method: string, path: string): Match | 'bad' | undefined => {
    const found = router.find(method as 'GET', path);
    if (!found) return findDeep(method, path);
    const route = found.store as Route | null;
    if (!route) return 'bad';
    const params = found.params as Record<string, string>;
    // An empty segment names nothing.
    for (const name in params) if (params[name] === '') return undefined;
    return { route, params };
  };
  const find = (method: string, path: string): Match | 'bad' | undefined =>
    findExact(method, path) ?? (method === 'HEAD' ? findExact('GET', path) : undefined);

  return {
    routes,
    find,
    allowed(path) {
      const methods = verbs.filter((verb) => typeof find(verb, path) === 'object');
      return methods.length === 0 ? [] : ['OPTIONS', ...methods];
    },
  };
}

/** Returns one route for each shared route, with all its operations. */
function sharedRoutes(routes: readonly Route[]): OperationRoute[] {
  const byKey = new Map<string, OperationRoute[]>();
  for (const route of routes) {
    if (!route.operation.choice) continue;
    const key = routeKey(route.method, route.path);
    byKey.set(key, [...(byKey.get(key) ?? []), route]);
  }
  return [...byKey.values()].flatMap(([first, ...others]) => (first ? { ...first, sharers: [first, ...others] } : []));
}

/** Returns the name of the path parameter that has the value of a request field. */
export function pathParamOf({ fields }: Pick<OperationRoute, 'fields'>, field: string): string | undefined {
  return Object.keys(fields).find((name) => fields[name] === field);
}

/**
 * Returns a key that is equal for all paths that match the same requests, regardless of parameter
 * names.
 */
export function routeKey(method: string, path: string): string {
  return `${method} ${path.replace(pathParam, '{$2}')}`;
}

/** Returns the router's pattern: a colon in the path itself is doubled. */
function routerPath(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1');
}
