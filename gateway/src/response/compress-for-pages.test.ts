import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { HttpExchange } from '../server/exchange';
import { compressForPages } from './compress-for-pages';

const body = Buffer.from('A sentence that repeats itself. '.repeat(100));

function exchangeWith(headers: Record<string, string>): HttpExchange {
  return { request: { headers } } as unknown as HttpExchange;
}

describe('compression for pages', () => {
  const browser = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br, zstd' };

  it('takes the smallest encoding that a browser accepts', async () => {
    const brotli = await compressForPages(exchangeWith(browser), body);
    expect(brotli.headers['Content-Encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body)).toEqual(body);
    const zipped = await compressForPages(exchangeWith({ ...browser, 'accept-encoding': 'gzip' }), body);
    expect(zipped.headers['Content-Encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body)).toEqual(body);
  });

  it.each([
    ['another client', { 'accept-encoding': 'gzip, br' }],
    ['another site', { ...browser, 'sec-fetch-site': 'cross-site' }],
    ['no encoding', { 'sec-fetch-site': 'same-origin' }],
    ['refused encodings', { ...browser, 'accept-encoding': 'br;q=0, identity' }],
  ])('leaves the body to %s', async (_name, headers) => {
    expect(await compressForPages(exchangeWith(headers), body)).toEqual({ body, headers: {} });
  });

  it('leaves small and random bodies', async () => {
    const small = body.subarray(0, 1000);
    expect((await compressForPages(exchangeWith(browser), small)).body).toBe(small);
    const random = randomBytes(2000);
    expect((await compressForPages(exchangeWith(browser), random)).body).toBe(random);
  });
});
