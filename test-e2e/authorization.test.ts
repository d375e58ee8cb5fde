/**
 * Every operation declares who may use it: as a public route, by an access rule, for administrators
 * only, or with a stated reason.
 */
import type { OperationContract } from '@forgemesh/rpc';
import { api, createUser, mesh } from '@forgemesh/testing';
import { operations, pathTo, routeOf } from './support/operations';

const AUTH_PUBLIC = 1;
const AUTH_ADMIN = 3;

const routes = operations.map((operation): [string, OperationContract] => [routeOf(operation), operation]);

describe('the authorization of every operation', () => {
  it('declares operations of all services', () => expect(operations.length).toBeGreaterThan(50));

  it.each(routes)('%s declares who may use it', (_route, { options }) => {
    const isGuarded =
      options.auth === AUTH_PUBLIC ||
      options.auth === AUTH_ADMIN ||
      options.access.length > 0 ||
      options.unguardedReason.length > 10;
    expect(isGuarded).toBe(true);
  });

  it.each(routes.filter(([, { options }]) => options.access.length > 1))(
    '%s decides about the resource in its path before any other',
    (_route, { options, paths }) => {
      const params = options.access.map(({ subject }) => `{${subject.value}}`);
      expect(paths[0]).toContain(`/${params[0]}`);
    },
  );

  it.each(routes.filter(([, { options }]) => options.auth !== AUTH_PUBLIC))(
    '%s is refused without a token and with a wrong one',
    async (_route, operation) => {
      const send = (token?: string) =>
        fetch(`${mesh().url}${pathTo(operation)}`, {
          method: operation.httpMethod,
          headers: token === undefined ? {} : { 'PRIVATE-TOKEN': token },
        });
      expect((await send()).status).toBe(401);
      expect((await send('glpat-aaaaaaaaaaaaaaaaaaaa')).status).toBe(401);
    },
  );

  it('administrators only: 403 for all others', async () => {
    const user = await createUser();
    const guarded = operations.filter(({ options }) => options.auth === AUTH_ADMIN);
    expect(guarded.length).toBeGreaterThan(3);
    for (const operation of guarded) {
      const response = await requestOf(operation, user.token);
      // Parameters and referenced resources are checked before the role.
      expect(operation.options.access.length > 0 ? [400, 404] : [400, 403]).toContain(response.status);
    }
  });

  it('a read-only token cannot write', async () => {
    const reader = await createUser({}, ['read_api']);
    for (const operation of operations.filter(({ isRead, options }) => !isRead && options.scopes.length === 0)) {
      const response = await requestOf(operation, reader.token);
      expect([operation.name, response.status, response.body]).toEqual([
        operation.name,
        403,
        expect.objectContaining({ error: 'insufficient_scope', scope: 'api' }),
      ]);
    }
  });
});

function requestOf(operation: OperationContract, token: string) {
  const client = api(token);
  const path = pathTo(operation).replace('/api/v4', '');
  switch (operation.httpMethod) {
    case 'POST':
      return client.post(path);
    case 'PUT':
      return client.put(path);
    case 'PATCH':
      return client.patch(path);
    case 'DELETE':
      return client.delete(path);
    default:
      return client.get(path);
  }
}
