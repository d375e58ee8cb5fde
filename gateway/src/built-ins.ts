/** Operations that the gateway answers itself. */
import { API_VERSION, ForbiddenError } from '@forgemesh/kit';
import { requireIdentity, credentialsOf, type Authenticator } from './authenticate';
import type { ServiceFacts } from './discovery/discovery';
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
  /** What is known of the services. */
  services(): ServiceFacts[];
}

/** When this process was started. */
const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

/**
 * `GET /version` and `GET /metadata`: what the instance is, for whoever is signed in. `GET /admin/services`: what it consists of, for
 * administrators.
 */
export function builtInRoutes(options: BuiltInOptions): BuiltInRoute[] {
  const version = { version: API_VERSION, revision: options.revision, enterprise: true };
  // There is no agent for clusters; clients that look for one read that it is off.
  const metadata = { ...version, kas: { enabled: false, externalUrl: null, version: null } };
  return [
    factRoute(options, { path: '/api/v4/version', name: 'GetVersion', fact: () => version }),
    factRoute(options, { path: '/api/v4/metadata', name: 'GetMetadata', fact: () => metadata }),
    factRoute(options, {
      ...{ path: '/api/v4/admin/services', name: 'ListServices', isForAdmins: true },
      fact: () => listServices(options),
    }),
  ];
}

/** The gateway and the services as it sees them: of several replicas, the one that answered last. */
function listServices({ revision, services }: BuiltInOptions): object[] {
  const own = { name: 'gateway', health: 'healthy', contract: null, revision, started_at: startedAt };
  return [{ ...own, last_answered_at: new Date().toISOString() }, ...services()].map((facts) => ({
    ...facts,
    uptime: facts.started_at === null ? null : Math.round((Date.now() - Date.parse(facts.started_at)) / 1000),
  }));
}

/** Something that is told to whoever is signed in, or to administrators. */
interface FactRoute {
  path: string;
  name: string;
  isForAdmins?: boolean;
  fact(): object;
}

function factRoute(
  { authenticator, rateLimiter }: BuiltInOptions,
  { path, name, isForAdmins = false, fact }: FactRoute,
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
      requireIdentity(identity, true, ['api', 'read_api', ...(isForAdmins ? [] : ['read_user'])]);
      if (isForAdmins && !identity.user?.admin) throw new ForbiddenError();
      sendJson(exchange, 200, fact());
    },
  };
}
