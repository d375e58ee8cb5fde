import { brotliDecompressSync } from 'node:zlib';
import { startFixtureMesh, type FixtureMesh } from '../testing/fixture-mesh';

describe('responses of services', () => {
  const text = 'A sentence that repeats itself. '.repeat(100);
  let mesh: FixtureMesh;
  beforeAll(async () => {
    mesh = await startFixtureMesh();
    for (const rpc of ['Echo', 'GetEcho']) mesh.peer.on(rpc, () => Promise.resolve({ body: { text } }));
  });
  afterAll(() => mesh.close());

  it.each(['GET', 'POST'])('are compressed for pages, and for no other client: %s', async (method) => {
    const request = { method, path: '/echo', ...(method === 'POST' && { body: { size: 1 } }) };
    const encodings = { 'accept-encoding': 'gzip, br' };
    const { headers, bytes } = await mesh.send({
      ...request,
      headers: { ...encodings, 'sec-fetch-site': 'same-origin' },
    });
    expect(headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual({ text });
    const plain = await mesh.send({ ...request, headers: encodings });
    expect([plain.headers['content-encoding'], plain.json]).toEqual([undefined, { text }]);
  });
});
