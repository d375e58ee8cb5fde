import type { Caller } from '@forgemesh/rpc';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { resource } from '../testing/fake-services';
import type { HttpExchange } from '../server/exchange';
import type { Identity } from './authenticate';
import { createExternalStorage, type StorageSettings, type StoredOperation } from './external-storage';

const caller = {
  client: () => ({ issueStaticObjectToken: () => Promise.resolve({ token: '7-secret' }) }),
} as unknown as Caller;
const settings: Partial<StorageSettings> = {
  static_objects_external_storage_url: 'https://cdn.example/base/',
  secrets: { static_objects_external_storage_auth_token: 'shared' },
};
const operation: StoredOperation = {
  isStaticObject: true,
  access: [{ param: 'id', kind: 'project', role: 20, open: true, feature: 'repository', optional: false }],
};
const user: Identity = {
  user: { id: 7, username: 'ada', name: 'Ada', admin: false, external: false },
  realUserId: 7,
  scopes: ['api'],
};
const exchangeOf = (query = '', headers: Record<string, string> = {}): HttpExchange =>
  ({ path: '/g/p/-/raw/main/a%20b', query, request: { headers } }) as unknown as HttpExchange;
const openProject = { visibility: 'public', open: true, features: { repository: 'enabled' } };
const addressFor = (fields: Partial<AuthorizedResource>, query = ''): Promise<string | undefined> =>
  createExternalStorage(caller, () => settings).addressFor(exchangeOf(query), operation, {
    identity: user,
    access: { id: resource(fields) },
  });

const address = 'https://cdn.example/base/g/p/-/raw/main/a%20b';

it('appends the path and query to the URL, without credentials', async () => {
  expect(await addressFor(openProject)).toBe(address);
  const query = 'a=1&private_token=x&access_token=x&sudo=x&token=x&a=2';
  expect(await addressFor(openProject, query)).toBe(`${address}?a=1&a=2`);
});

it.each([
  ['a private project', { ...openProject, visibility: 'private', open: false, level: 20 }],
  ['an internal project', { ...openProject, visibility: 'internal' }],
  ['code for members', { ...openProject, level: 20, features: { repository: 'private' } }],
  ['an external authorization service', { ...openProject, externally_authorized: true }],
])('adds the token of the user for %s', async (_name, fields) => {
  expect(await addressFor(fields)).toBe(`${address}?token=7-secret`);
});

it.each<[string, Partial<StorageSettings> | undefined]>([
  ['settings', undefined],
  ['a URL', { secrets: settings.secrets }],
  ['a secret', { static_objects_external_storage_url: 'https://cdn.example' }],
])('does nothing without %s', async (_name, current) => {
  const storage = createExternalStorage(caller, () => current);
  const exchange = exchangeOf('', { 'x-gitlab-external-storage-token': 'wrong' });
  expect(storage.serves(operation)).toBe(false);
  expect(storage.isSender(exchange, operation)).toBe(false);
  const granted = { identity: user, access: { id: resource(openProject) } };
  expect(await storage.addressFor(exchange, operation, granted)).toBeUndefined();
});

it('compares the secret of requests for static objects only', () => {
  const storage = createExternalStorage(caller, () => settings);
  const sent = (secret: string): HttpExchange => exchangeOf('', { 'x-gitlab-external-storage-token': secret });
  expect(storage.isSender(sent('shared'), operation)).toBe(true);
  expect(storage.isSender(exchangeOf(), operation)).toBe(false);
  expect(() => storage.isSender(sent('wrong'), operation)).toThrow('401 Unauthorized');
  expect(storage.isSender(sent('wrong'), { ...operation, isStaticObject: false })).toBe(false);
});
