/** The object store in a bucket of a real S3 server, which needs Python. */
import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createS3Store, objectKey, type S3Options } from '@forgemesh/objects';
import { describeEngine, measured, sha256Of } from '@forgemesh/objects/testing';
import { findPython, silentLog, startObjectServer, type ObjectServer } from '../../scripts/test/mesh.cjs';
import { temporaryFolder } from '../support/git';

(findPython() ? describe : describe.skip)('the engine s3', () => {
  const folder = temporaryFolder('bucket');
  const problems: object[] = [];
  let server: ObjectServer;
  let s3: S3Options;
  beforeAll(async () => {
    server = await startObjectServer({ dataDir: folder, log: silentLog });
    await server.createBucket('objects');
    s3 = {
      endpoint: server.endpoint,
      region: 'us-east-1',
      bucket: 'objects',
      prefix: 'forge/',
      usesPathStyle: true,
      credentials: server,
      log: { error: (problem: object) => void problems.push(problem) },
    };
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describeEngine({
    engine: 's3',
    create: async (registry) => measured(createS3Store(s3), 's3', registry),
    countIncomplete: () => server.countUploads('objects'),
  });

  const content = Buffer.from('in a bucket');
  const expected = { sha256: sha256Of(content), size: content.length };
  const key = objectKey('lfs', expected.sha256);

  it('gives addresses for downloads without credentials, for a while', async () => {
    const store = createS3Store(s3);
    await store.put(key, Readable.from([content]), expected);
    const address = await store.signedAddress(key, 60);
    expect(address).not.toContain(s3.credentials?.secretAccessKey);
    expect(await (await fetch(address ?? '')).text()).toBe('in a bucket');
    expect((await fetch((address ?? '').replace(/X-Amz-Signature=\w+/, 'X-Amz-Signature=00'))).status).toBe(403);
  });

  it('sees only its own folder of the bucket', async () => {
    const other = createS3Store({ ...s3, prefix: 'another/' });
    expect(await other.stat(key)).toBeNull();
    await other.put(key, Readable.from([content]), expected);
    const keys: string[] = [];
    for await (const found of other.list('')) keys.push(found.key);
    expect(keys).toEqual([key]);
    const root = createS3Store({ ...s3, prefix: '' });
    for await (const found of root.list('')) throw new Error(`${found.key} is not in the root`);
  });

  it.each<[string, Partial<S3Options>]>([
    ['a wrong secret', { credentials: { accessKeyId: 'nobody', secretAccessKey: 'not-a-secret' } }],
    ['no server', { endpoint: 'http://127.0.0.1:9' }],
  ])('is unavailable with %s, and says why in the log, without secrets', async (_, changed) => {
    const store = createS3Store({ ...s3, ...changed });
    problems.length = 0;
    const refused = { reason: 'unavailable', message: 'The object store is unavailable, try again later' };
    await expect(store.put(key, Readable.from([content]), expected)).rejects.toMatchObject(refused);
    await expect(store.get(key)).rejects.toMatchObject(refused);
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).not.toMatch(/not-a-secret|StringToSign/);
  });
});
