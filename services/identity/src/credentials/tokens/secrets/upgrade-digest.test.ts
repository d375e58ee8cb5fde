import { createSecretBox } from '@forgemesh/security';
import { waitFor } from '@forgemesh/testing';
import { openTestOutbox, silentLog } from '@forgemesh/testing/runtime';
import { storedSecrets } from '#stored-secrets';
import { upgradeDigest } from './upgrade-digest';
import { createTokenModel, type TokenDocument } from '../token.model';
import { createTokenSecrets } from './token-secrets';

let database: Awaited<ReturnType<typeof openTestOutbox>>;
beforeAll(async () => {
  database = await openTestOutbox();
});
afterAll(() => database.close());

it('replaces the digest of a used token by that of the current key, and no longer counts it', async () => {
  const tokens = database.outbox.store(createTokenModel(database.connection), () => ({}));
  await database.ensureIndexes();
  const old = createTokenSecrets('old');
  const rotated = createTokenSecrets('new,old');
  const text = `glpat-${'a'.repeat(20)}`;
  const fields = { revoked: false, expires_at: null, version: 1 };
  await database.connection
    .collection<{ _id: number }>('tokens')
    .insertMany([
      { _id: 1, ...fields, digest: old.digestOf(text), digest_key: old.keyId } as never,
      { _id: 2, ...fields, digest: 'other' } as never,
      { _id: 3, ...fields, revoked: true, digest: 'revoked' } as never,
    ]);
  const left = () => {
    const boxes = {
      twoFactorBox: createSecretBox('key', 'two_factor'),
      passwordBox: createSecretBox('key', 'passwords'),
      staticObjectTokenBox: createSecretBox('key', 'static_object_tokens'),
    };
    const filter = storedSecrets(boxes).digested?.[0]?.filter();
    return database.connection.collection('tokens').countDocuments({ ...filter, digest_key: { $ne: rotated.keyId } });
  };
  expect(await left()).toBe(2);
  const token = (await tokens.find(1)) as TokenDocument;
  upgradeDigest({ secrets: old, log: silentLog }, tokens, { token, text });
  upgradeDigest({ secrets: rotated, log: silentLog }, tokens, { token, text });
  expect(await waitFor(left, (count) => count < 2)).toBe(1);
  expect((await tokens.find(1))?.digest).toBe(createTokenSecrets('new').digestOf(text));
});
