/**
 * Checks whether the caller of a request may read something now, by running the operation that
 * reads it: the owning service decides, as it does for every request.
 */
import { ForbiddenError, ForgeError } from '@forgemesh/errors';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { credentialsOf, requireIdentity, type Authenticator, type Identity } from '../auth/authenticate';
import type { Authorizer } from '../auth/authorize';
import { checkParams } from '../params/check-params';
import { emptyParams } from '../params/nesting';
import type { Catalogue } from '../routing/catalogue';
import type { HttpExchange } from '../server/exchange';
import type { OperationResponse } from './call';
import { callUpstream, type UpstreamOptions } from './call-upstream';
import { ReadCoalescer } from './read-coalescer';

/** Dependencies of the checks. */
export interface ReadCheckOptions extends Omit<UpstreamOptions, 'readCoalescer'> {
  catalogue: Catalogue;
  authenticator: Authenticator;
  authorizer: Authorizer;
}

/** Checks of the rights of a caller. Both throw ForgeError for a refusal. */
export interface ReadCheck {
  /** Returns the signed-in caller of a request; checks the token again. */
  identify(exchange: HttpExchange): Promise<Identity>;
  /** Reads the path of an operation as the caller. Returns the project or group that it names. */
  read(request: CheckedRead): Promise<AuthorizedResource | undefined>;
}

/** A read that is checked. */
export interface CheckedRead {
  exchange: HttpExchange;
  identity: Identity;
  /** Path with the values of its parameters, without a query. */
  path: string;
  signal: AbortSignal;
}

/** Scopes that let a token read. */
const readScopes = ['api', 'read_api'];

/** Creates the checks. */
export function createReadCheck({ catalogue, authenticator, authorizer, ...upstream }: ReadCheckOptions): ReadCheck {
  const options = { ...upstream, readCoalescer: new ReadCoalescer<OperationResponse>() };
  return {
    async identify(exchange) {
      const identity = await authenticator.authenticate(credentialsOf(exchange, emptyParams()));
      requireIdentity(identity, { auth: 'user', scopes: readScopes });
      return identity;
    },
    async read({ exchange, identity, path, signal }) {
      const match = catalogue.table().find('GET', path);
      if (typeof match !== 'object' || 'handle' in match.route) throw new ForgeError('unknown_route');
      const { operation, fields } = match.route;
      requireIdentity(identity, operation);
      const sent = emptyParams();
      for (const [name, value] of Object.entries(match.params)) sent[fields[name] ?? name] = value;
      // Only whether it can be read matters, so a list is as short as possible.
      if (operation.pagination !== 'none') sent['per_page'] = '1';
      const params = checkParams(operation.params, sent);
      const access = await authorizer.authorize(identity, operation.access, params, operation.isRead);
      if (operation.tier > options.tier) throw new ForbiddenError();
      const body = { files: [], isLarge: false };
      await callUpstream(options, exchange, operation, { identity, params, access }, body, { signal });
      return access['id'];
    },
  };
}
