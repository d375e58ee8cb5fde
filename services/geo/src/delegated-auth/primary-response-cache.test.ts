import { ForbiddenError, UnavailableError } from '@forgemesh/errors';
import { PrimaryResponseCache } from './primary-response-cache';

const OFFLINE_TTL_MS = 60_000;

describe('PrimaryResponseCache', () => {
  let link: { isDown: jest.Mock<boolean, []> };
  let cache: PrimaryResponseCache<string>;
  let fetch: jest.Mock<Promise<string>, []>;

  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    link = { isDown: jest.fn(() => false) };
    cache = new PrimaryResponseCache(link, OFFLINE_TTL_MS);
    fetch = jest.fn(() => Promise.resolve('first'));
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const unreachable = (): Promise<string> => Promise.reject(new UnavailableError());
  const later = (ms: number): void => void jest.setSystemTime(Date.now() + ms);

  it('calls the primary once per key and second', async () => {
    await Promise.all([cache.get('key', fetch), cache.get('key', fetch)]);
    later(999);
    await cache.get('key', fetch);
    expect(fetch).toHaveBeenCalledTimes(1);
    later(1);
    fetch.mockResolvedValue('second');
    expect(await cache.get('key', fetch)).toBe('second');
  });

  it('keeps the responses of different keys apart', async () => {
    await cache.get('key', fetch);
    fetch.mockResolvedValue('other');
    expect(await cache.get('other key', fetch)).toBe('other');
  });

  it('returns the last response within the TTL while the primary is unreachable, without calling it if the link is down', async () => {
    await cache.get('key', fetch);
    later(OFFLINE_TTL_MS - 1);
    expect(await cache.get('key', unreachable)).toBe('first');
    link.isDown.mockReturnValue(true);
    expect(await cache.get('key', fetch)).toBe('first');
    expect(fetch).toHaveBeenCalledTimes(1);
    later(1);
    await expect(cache.get('key', unreachable)).rejects.toMatchObject({ reason: 'unavailable' });
  });

  it('throws if the primary is unreachable and no response is cached', async () => {
    await expect(cache.get('key', unreachable)).rejects.toMatchObject({ body: 'The primary node cannot be reached' });
  });

  it('passes on other errors of the primary', async () => {
    await cache.get('key', fetch);
    later(1_000);
    await expect(cache.get('key', () => Promise.reject(new ForbiddenError()))).rejects.toMatchObject({
      reason: 'forbidden',
    });
  });
});
