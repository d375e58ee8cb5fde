import { startFixtureMesh, type FixtureMesh } from '../testing/fixture-mesh';
import { etagInPieces, etagOf } from './revalidation';

const token = 'developer-token';
let mesh: FixtureMesh;
beforeAll(async () => void (mesh = await startFixtureMesh()));
afterAll(() => mesh.close());

describe('the ETag of a response', () => {
  const path = '/projects/7/things/a';

  it('is a weak digest of the body, and spares the body for who has it', async () => {
    mesh.peer.on('GetThing', () => ({ body: { name: 'a' }, info: { headers: { 'X-Thing': 'b' } } }));
    const { headers } = await mesh.send({ path, token });
    const etag = headers['etag'] as string;
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(headers['cache-control']).toBe('max-age=0, private, must-revalidate');
    const strong = etag.slice(2);
    for (const tags of [etag, strong, `"x", ${etag}`, '*']) {
      const again = await mesh.send({ path, token, headers: { 'If-None-Match': tags, 'Cache-Control': 'no-cache' } });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag, 'x-thing': 'b', 'cache-control': headers['cache-control'] });
      expect(again.headers).not.toHaveProperty('content-type');
      expect(again.headers).not.toHaveProperty('content-length');
    }
    const head = await mesh.send({ method: 'HEAD', path: '/echo', token });
    expect(head.headers['etag']).toBe((await mesh.send({ path: '/echo', token })).headers['etag']);
  });

  it('changes with the body', async () => {
    mesh.peer.on('GetThing', () => ({ body: { name: 'a' } }));
    const etag = (await mesh.send({ path, token })).headers['etag'] as string;
    mesh.peer.on('GetThing', () => ({ body: { name: 'b' } }));
    const changed = await mesh.send({ path, token, headers: { 'If-None-Match': etag } });
    expect([changed.status, changed.json]).toEqual([200, { name: 'b' }]);
    expect(changed.headers['etag']).not.toBe(etag);
  });

  it('is not that of writes and refusals', async () => {
    mesh.peer.on('CreateThing', () => ({ body: { name: 'a' }, info: { status: 200 } }));
    const created = await mesh.send({ method: 'POST', path: '/projects/7/things', token, body: { name: 'a' } });
    expect(created.status).toBe(200);
    const missing = await mesh.send({ path: '/nothing', headers: { 'If-None-Match': '*' } });
    expect(missing.status).toBe(404);
    for (const { headers } of [created, missing]) {
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('cache-control');
    }
  });

  it.each(['"', 'W/', ',,,', 'W/"a', `"${'a'.repeat(8_000)}"`, '","'])('ignores the invalid tag %j', async (tag) => {
    mesh.peer.on('GetThing', () => ({ body: { name: 'a' } }));
    expect((await mesh.send({ path, token, headers: { 'If-None-Match': tag } })).status).toBe(200);
  });
});

it('digests a large body in pieces, between which the event loop does other work', async () => {
  let turns = 0;
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const body = Buffer.alloc(32 * 1024 * 1024 + 1, 'a');
  const etag = await etagInPieces(body);
  clearImmediate(timer);
  expect(etag).toBe(etagOf(body));
  expect(turns).toBeGreaterThan(30);
});

describe('the ETag of a download', () => {
  const path = '/projects/7/download/a';

  it('is computed from small contents', async () => {
    mesh.peer.on('DownloadThing', () => ({ headers: { 'Content-Type': 'text/plain' }, chunks: [Buffer.from('text')] }));
    const { headers, text } = await mesh.send({ path, token });
    expect([text, headers['content-type'], headers['content-length']]).toEqual(['text', 'text/plain', '4']);
    const etag = headers['etag'] as string;
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    const again = await mesh.send({ path, token, headers: { 'If-None-Match': etag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const head = await mesh.send({ method: 'HEAD', path, token });
    expect([head.headers['etag'], head.bytes.length]).toEqual([etag, 0]);
    mesh.peer.on('DownloadThing', () => ({ chunks: [Buffer.from('changed')] }));
    const changed = await mesh.send({ path, token, headers: { 'If-None-Match': etag } });
    expect([changed.status, changed.bytes.toString()]).toEqual([200, 'changed']);
  });

  it('comes from the service if the content is large', async () => {
    const chunk = Buffer.alloc(200_000, 'a');
    mesh.peer.on('DownloadThing', () => ({ chunks: [chunk, chunk, chunk] }));
    const untagged = await mesh.send({ path, token });
    expect([untagged.bytes.length, untagged.headers['etag']]).toEqual([600_000, undefined]);
    const headers = { ETag: 'W/"1"', 'Content-Length': '600000' };
    mesh.peer.on('DownloadThing', () => ({ headers, chunks: [chunk, chunk, chunk] }));
    const tagged = await mesh.send({ path, token });
    expect([tagged.bytes.length, tagged.headers['etag']]).toEqual([600_000, 'W/"1"']);
    const again = await mesh.send({ path, token, headers: { 'If-None-Match': 'W/"1"' } });
    expect([again.status, again.bytes.length, again.headers['content-length']]).toEqual([304, 0, undefined]);
  });

  it('is that of an empty content too', async () => {
    mesh.peer.on('DownloadThing', () => ({ headers: { 'Content-Type': 'text/plain' }, chunks: [] }));
    const { status, headers, bytes } = await mesh.send({ path, token });
    expect([status, bytes.length, headers['content-type']]).toEqual([200, 0, 'text/plain']);
    expect(headers['etag']).toBeDefined();
  });
});
