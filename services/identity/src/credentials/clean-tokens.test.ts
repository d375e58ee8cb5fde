import { HOUR_MS } from '@forgemesh/service/durations';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { createDeployTokenModel } from './deploy-tokens/deploy-token.model';
import type { CleanTokensDeps } from './deps';
import type { TokensDeps } from './tokens/deps';
import { cleanTokens, sweepTokens } from './clean-tokens';
import { sweepIssuedSecrets } from './tokens/secrets/issue-secrets';
import { createIssuedSecretModel } from './tokens/secrets/issued-secret.model';
import { createTokenModel } from './tokens/token.model';

let database: Awaited<ReturnType<typeof openTestOutbox>>;
let deps: CleanTokensDeps & Pick<TokensDeps, 'issuedSecrets'>;

beforeAll(async () => {
  database = await openTestOutbox();
  const { connection, outbox, ensureIndexes } = database;
  deps = {
    tokens: outbox.store(createTokenModel(connection), () => ({})),
    deployTokens: outbox.store(createDeployTokenModel(connection), () => ({})),
    issuedSecrets: createIssuedSecretModel(connection),
  };
  await ensureIndexes();
});

afterAll(() => database.close());

/** Stores tokens in the format of an earlier release. */
async function store(collection: string, documents: { _id: number | string }[]): Promise<void> {
  await database.connection.collection<{ _id: number | string }>(collection).insertMany(documents);
}

async function idsIn(collection: string, filter: object = {}): Promise<unknown[]> {
  const found = await database.connection.collection(collection).find(filter).sort({ _id: 1 }).toArray();
  return found.map(({ _id: id }) => id);
}

it('removes the write ids from tokens of earlier releases, and adds an end to their sign-ins', async () => {
  await store('tokens', [
    { _id: 1, version: 1, digest: 'a', operation_id: 'one' } as never,
    { _id: 2, version: 1, digest: 'b', operation_id: 'two', refresh_digest: 'c' } as never,
    { _id: 3, version: 1, digest: 'd' } as never,
  ]);
  await store('deploy_tokens', [{ _id: 1, version: 1, digest: 'a', operation_id: 'one' } as never]);
  await cleanTokens(deps);
  expect(await idsIn('tokens', { operation_id: { $exists: true } })).toEqual([]);
  expect(await idsIn('deploy_tokens', { operation_id: { $exists: true } })).toEqual([]);
  expect(await idsIn('tokens', { refresh_until: { $gt: new Date() } })).toEqual([2]);
});

it('removes sign-ins that have ended, and copies of tokens after minutes', async () => {
  const at = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
  await store('tokens', [
    { _id: 11, version: 1, digest: '11', refresh_digest: '11', valid_until: at(-2), refresh_until: at(-1) } as never,
    { _id: 12, version: 1, digest: '12', refresh_digest: '12', valid_until: at(-2), refresh_until: at(1) } as never,
  ]);
  await store('issued_secrets', [
    { _id: 'old', sealed: 'x', until: at(-1) } as never,
    { _id: 'new', sealed: 'x', until: at(1) } as never,
  ]);
  await sweepTokens.run(deps);
  await sweepIssuedSecrets.run(deps);
  expect(await idsIn('tokens', { _id: { $gt: 10 } })).toEqual([12]);
  expect(await idsIn('issued_secrets')).toEqual(['new']);
});
