/** Operations that the gateway answers itself. */
import { requireIdentity, credentialsOf, type Authenticator } from './authenticate';
import type { BuiltInRoute } from './discovery/route-table';
import type { Exchange } from './http/exchange';
import { sendJson } from './http/send';
import { parseForm } from './transcoder/form';

/** The version of the API that clients expect; some decide by it what they may ask for. */
export const API_VERSION = '12.7.5-ee';

/** `GET /version`: the version and revision of the instance, for whoever is signed in. */
export function versionRoute(authenticator: Authenticator, revision: string): BuiltInRoute {
  return {
    method: 'GET',
    path: '/api/v4/version',
    name: 'GetVersion',
    async answer(exchange: Exchange) {
      const identity = await authenticator.authenticate(credentialsOf(exchange, parseForm(exchange.query)));
      requireIdentity(identity, true, ['api', 'read_api', 'read_user']);
      exchange.userId = identity.user?.id;
      sendJson(exchange, 200, { version: API_VERSION, revision, enterprise: true });
    },
  };
}
