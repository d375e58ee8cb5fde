/** The object store in a bucket of a real S3 server, which needs Python. */
import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createS3Store, objectKey, type DirectUploads, type S3Options } from '@forgemesh/objects';
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

  describe('direct uploads', () => {
    const added = Buffer.from('sent to the bucket');
    const upload = { id: `7-${sha256Of(added)}-${added.length}`, sha256: sha256Of(added), size: added.length };
    const target = objectKey('lfs', upload.sha256);
    const store = () => {
      const created = createS3Store(s3);
      return { ...created, direct: created.direct as DirectUploads };
    };

    async function send(body: Buffer, headers: Record<string, string> = {}): Promise<number> {
      const signed = await store().direct.address(upload, 60);
      const response = await fetch(signed?.href ?? '', {
        method: 'PUT',
        headers: { ...signed?.header, ...headers },
        body: new Uint8Array(body),
      });
      await response.arrayBuffer();
      return response.status;
    }

    it('store what was announced, and nothing else', async () => {
      const { direct, ...objects } = store();
      const wrong = Buffer.from(added).reverse();
      expect(await send(wrong)).toBe(400);
      const other = { 'x-amz-checksum-sha256': Buffer.from(sha256Of(wrong), 'hex').toString('base64') };
      expect(await send(wrong, other)).toBe(403);
      expect(await send(added.subarray(1))).toBe(403);
      expect(await send(added, { 'x-amz-copy-source': `/objects/forge/${key}` })).toBe(403);
      expect(await direct.complete(upload, target)).toBe(false);
      expect(await send(added)).toBe(200);
      expect(await objects.stat(target)).toBeNull();
      expect([await direct.complete(upload, target), await direct.complete(upload, target)]).toEqual([true, true]);
      expect(await buffer((await objects.get(target))!.content)).toEqual(added);
      await direct.discard(upload);
      expect(await direct.complete(upload, target)).toBe(false);
    });

    it('are removed if nobody completes them', async () => {
      const { direct, ...objects } = store();
      expect(await send(added)).toBe(200);
      await objects.removeIncomplete(new Date(Date.now() - 60_000));
      expect(await direct.complete(upload, target)).toBe(true);
      await objects.removeIncomplete(new Date(Date.now() + 60_000));
      expect(await direct.complete(upload, target)).toBe(false);
    });
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
