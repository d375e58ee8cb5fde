/** Operations that the gateway answers itself. */
import { API_VERSION } from '@forgemesh/kit';
import { requireIdentity, credentialsOf, type Authenticator } from './authenticate';
import type { BuiltInRoute } from './discovery/route-table';
import type { Exchange } from './http/exchange';
import { sendJson } from './http/send';
import type { RateLimiter } from './rate-limit/rate-limiter';
import { parseForm } from './transcoder/form';

/** What the built-in operations work with. */
export interface BuiltInOptions {
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  /** Revision that the instance was built from. */
  revision: string;
}

/** `GET /version` and `GET /metadata`: what the instance is, for whoever is signed in. */
export function builtInRoutes(options: BuiltInOptions): BuiltInRoute[] {
  const version = { version: API_VERSION, revision: options.revision, enterprise: true };
  // There is no agent for clusters; clients that look for one read that it is off.
  const metadata = { ...version, kas: { enabled: false, externalUrl: null, version: null } };
  return [
    factRoute(options, { path: '/api/v4/version', name: 'GetVersion', fact: version }),
    factRoute(options, { path: '/api/v4/metadata', name: 'GetMetadata', fact: metadata }),
  ];
}

function factRoute(
  { authenticator, rateLimiter }: BuiltInOptions,
  { path, name, fact }: { path: string; name: string; fact: object },
): BuiltInRoute {
  return {
    method: 'GET',
    path,
    name,
    async answer(exchange: Exchange) {
      const credentials = credentialsOf(exchange, parseForm(exchange.query));
      const identity = await authenticator.authenticate(credentials).catch((error: unknown) => {
        rateLimiter.takeRefused(exchange, error);
        throw error;
      });
      exchange.userId = identity.user?.id;
      rateLimiter.take(exchange, exchange.userId);
      requireIdentity(identity, true, ['api', 'read_api', 'read_user']);
      sendJson(exchange, 200, fact);
    },
  };
}
