import type { ServerResponse } from 'node:http';
import { ForbiddenError, UnauthenticatedError } from '@forgemesh/errors';
import type { HttpExchange } from '../server/exchange';
import { createLimitedNetworks } from './limited-networks';
import { createRateLimiter, type RateLimiter } from './rate-limiter';
import { RequestCounts } from './request-counts';
import type { ThrottleSettings } from './throttles';

const off: ThrottleSettings = {
  throttle_unauthenticated_enabled: false,
  throttle_unauthenticated_requests_per_period: 2,
  throttle_unauthenticated_period_in_seconds: 60,
  throttle_unauthenticated_git_enabled: false,
  throttle_unauthenticated_git_requests_per_period: 2,
  throttle_unauthenticated_git_period_in_seconds: 60,
  throttle_authenticated_git_enabled: false,
  throttle_authenticated_git_requests_per_period: 2,
  throttle_authenticated_git_period_in_seconds: 60,
  throttle_authenticated_api_enabled: false,
  throttle_authenticated_api_requests_per_period: 2,
  throttle_authenticated_api_period_in_seconds: 10,
  throttle_authenticated_web_enabled: false,
  throttle_authenticated_web_requests_per_period: 2,
  throttle_authenticated_web_period_in_seconds: 60,
  throttle_protected_paths_enabled: false,
  throttle_protected_paths_requests_per_period: 1,
  throttle_protected_paths_period_in_seconds: 60,
  protected_paths: ['/users/password', '/oauth/'],
  raw_blob_request_limit: 0,
};
/** The first second of a period of ten seconds and of one minute. */
const START = 1_200_000;

let now: number;
let settings: ThrottleSettings | undefined;
let counts: RequestCounts;
let limiter: RateLimiter;
const networksOf = createLimitedNetworks({ hasTrustedProxies: false });

beforeEach(() => {
  now = START;
  counts = new RequestCounts();
  limiter = createRateLimiter({ settings: () => settings, counts, now: () => now });
});

interface TestRequest {
  user?: number;
  address?: string;
  method?: string;
  path?: string;
  isGit?: boolean;
}

function exchangeOf({ address = '192.0.2.1', method = 'GET', path = '/api/v4/x' }: TestRequest) {
  const headers: Record<string, string> = {};
  const response = { setHeader: (name: string, value: string) => void (headers[name] = value) };
  const exchange = {
    method,
    path,
    client: { address, networks: networksOf(address) },
    response: response as unknown as ServerResponse,
  } as HttpExchange;
  return { exchange, headers };
}

/** Counts one request and returns its rate limit headers. */
function take(request: TestRequest = {}): Record<string, string> {
  const { exchange, headers } = exchangeOf(request);
  limiter.take(exchange, request.user, { isGit: request.isGit === true });
  return headers;
}

const refusal = (retryAfter: number): object => ({ reason: 'too_many_requests', retryAfter });

it.each([undefined, off])('does nothing and sets no headers while no limit is enabled (%#)', (none) => {
  settings = none;
  for (let i = 0; i < 1000; i++) expect(take({ user: 1 })).toEqual({});
});

it('sets headers, refuses requests beyond the limit and restarts in the next period', () => {
  settings = { ...off, throttle_authenticated_api_enabled: true };
  now += 2_500;
  expect(take({ user: 1 })).toEqual({
    'RateLimit-Name': 'throttle_authenticated_api',
    'RateLimit-Limit': '2',
    'RateLimit-Observed': '1',
    'RateLimit-Remaining': '1',
    'RateLimit-Reset': '1210',
    'RateLimit-ResetTime': 'Thu, 01 Jan 1970 00:20:10 GMT',
  });
  take({ user: 1 });
  expect(() => take({ user: 1 })).toThrow(expect.objectContaining(refusal(8)));
  const { exchange, headers } = exchangeOf({});
  expect(() => limiter.take(exchange, 1)).toThrow('Retry later');
  expect(headers).toMatchObject({ 'RateLimit-Observed': '4', 'RateLimit-Remaining': '0' });
  now = START + 10_000;
  expect(take({ user: 1 })).toMatchObject({ 'RateLimit-Observed': '1' });
});

it('counts users regardless of their address and all others by address', () => {
  settings = { ...off, throttle_authenticated_api_enabled: true, throttle_unauthenticated_enabled: true };
  take({ user: 1 });
  take({ user: 1, address: '192.0.2.2' });
  expect(() => take({ user: 1, address: '192.0.2.3' })).toThrow('Retry later');
  take({ user: 2 });
  expect(take()).toMatchObject({ 'RateLimit-Name': 'throttle_unauthenticated', 'RateLimit-Observed': '1' });
  take();
  expect(() => take()).toThrow('Retry later');
  take({ address: '192.0.2.2' });
});

it('counts the API and other paths separately', () => {
  settings = { ...off, throttle_authenticated_web_enabled: true };
  const path = '/group/demo.git/info/refs';
  expect(take({ user: 1 })).toEqual({});
  expect(take({ user: 1, path })).toMatchObject({ 'RateLimit-Name': 'throttle_authenticated_web' });
  take({ user: 1, path });
  expect(() => take({ user: 1, path })).toThrow('Retry later');
  expect(take({ path })).toEqual({});
});

it.each(['/oauth/token', '/oauth/%74oken', '/users/password/new'])('limits POST requests to %s', (path) => {
  settings = { ...off, throttle_protected_paths_enabled: true, throttle_unauthenticated_enabled: true };
  expect(take({ path, method: 'POST' })).toMatchObject({
    'RateLimit-Name': 'throttle_protected_paths',
    'RateLimit-Limit': '1',
    'RateLimit-Remaining': '0',
  });
  expect(() => take({ path, method: 'POST' })).toThrow(expect.objectContaining(refusal(60)));
  expect(() => take({ path: '/api/v4/x', method: 'POST' })).toThrow('Retry later');
  expect(take({ path, address: '192.0.2.2' })).toMatchObject({ 'RateLimit-Name': 'throttle_unauthenticated' });
});

it('counts sign-ins by git and SSH with the protected paths, by address', () => {
  settings = { ...off, throttle_protected_paths_enabled: true, throttle_protected_paths_requests_per_period: 2 };
  limiter.takeSignIn(networksOf('192.0.2.1'));
  take({ path: '/oauth/token', method: 'POST' });
  expect(() => limiter.takeSignIn(networksOf('192.0.2.1'))).toThrow(expect.objectContaining(refusal(60)));
  limiter.takeSignIn(networksOf('192.0.2.2'));
  settings = off;
  limiter.takeSignIn(networksOf('192.0.2.1'));
});

describe('limits by address', () => {
  const allowed = (address: (n: number) => string, most: number): number => {
    for (let n = 0; n < most; n++) {
      try {
        take({ address: address(n) });
      } catch {
        return n;
      }
    }
    return most;
  };

  beforeEach(() => {
    settings = { ...off, throttle_unauthenticated_enabled: true };
  });

  it.each([
    ['one address', () => '192.0.2.1', 2],
    ['a private address, which many clients may share', () => '10.0.0.1', 20],
    ['this machine', () => '127.0.0.1', 20],
    ['the addresses of an IPv6 network', (n: number) => `2001:db8::${n}`, 2],
    ['the IPv6 networks of a site', (n: number) => `2001:db8:0:${n}::1`, 8],
    ['one address in both notations', (n: number) => (n % 2 === 0 ? '192.0.2.1' : '::ffff:192.0.2.1'), 2],
  ])('count %s together', (_name, address, limit) => {
    expect(allowed(address, 100)).toBe(limit);
  });

  it('count IPv4 addresses and IPv6 sites separately', () => {
    expect(allowed((n) => `192.0.2.${n}`, 100)).toBe(100);
    expect(allowed((n) => `2001:db8:${n}::1`, 100)).toBe(100);
  });

  it('do not apply to users, and apply to sign-ins and SSH', () => {
    settings = {
      ...off,
      throttle_unauthenticated_enabled: true,
      throttle_protected_paths_enabled: true,
      throttle_authenticated_api_enabled: true,
    };
    const own = (n: number) => networksOf(`2001:db8::${n}`);
    limiter.takeSignIn(own(1));
    expect(() => limiter.takeSignIn(own(2))).toThrow('Retry later');
    limiter.takeSession(own(1), undefined);
    limiter.takeSession(own(2), undefined);
    expect(() => limiter.takeSession(own(3), undefined)).toThrow('Retry later');
    take({ address: '2001:db8::4', user: 7 });
  });
});

describe('limits of git', () => {
  const path = '/group/demo.git/info/refs';

  beforeEach(() => {
    settings = {
      ...off,
      throttle_authenticated_git_enabled: true,
      throttle_unauthenticated_git_enabled: true,
    };
  });

  it('count requests over HTTP and commands over SSH together: by user', () => {
    expect(take({ user: 1, path, isGit: true })).toMatchObject({ 'RateLimit-Name': 'throttle_authenticated_git' });
    limiter.takeSession(networksOf('192.0.2.2'), 1);
    expect(() => take({ user: 1, path, isGit: true })).toThrow(expect.objectContaining(refusal(60)));
    expect(() => limiter.takeSession(networksOf('192.0.2.3'), 1)).toThrow('Retry later');
    take({ user: 2, path, isGit: true });
  });

  it('count those without a user, and refused ones, by address', () => {
    expect(take({ path, isGit: true })).toMatchObject({ 'RateLimit-Name': 'throttle_unauthenticated_git' });
    limiter.takeRefused(exchangeOf({ path }).exchange, new UnauthenticatedError(), { isGit: true });
    expect(() => take({ path, isGit: true })).toThrow('Retry later');
    expect(() => limiter.takeSession(networksOf('192.0.2.1'), undefined)).toThrow('Retry later');
    take({ path, isGit: true, address: '192.0.2.2' });
  });

  it('do not count other requests', () => {
    for (let times = 0; times < 5; times++) {
      expect(take({ user: 1 })).toEqual({});
      expect(take({ path: '/group/demo' })).toEqual({});
    }
  });

  it('add to the limits of all requests', () => {
    settings = { ...off, throttle_authenticated_git_enabled: true, throttle_authenticated_web_enabled: true };
    settings.throttle_authenticated_git_requests_per_period = 3;
    take({ user: 1, path });
    take({ user: 1, path, isGit: true });
    expect(() => take({ user: 1, path, isGit: true })).toThrow('Retry later');
  });
});

it('protects the sign-in path regardless of the settings', () => {
  settings = { ...off, throttle_protected_paths_enabled: true, protected_paths: [] };
  take({ path: '/oauth/token', method: 'POST' });
  expect(() => take({ path: '/oauth/token', method: 'POST' })).toThrow('Retry later');
});

it('counts refused credentials as anonymous', () => {
  settings = { ...off, throttle_unauthenticated_enabled: true };
  for (const error of [new UnauthenticatedError(), new UnauthenticatedError(), new ForbiddenError(), new Error('x')])
    limiter.takeRefused(exchangeOf({}).exchange, error);
  expect(() => limiter.takeRefused(exchangeOf({}).exchange, new UnauthenticatedError())).toThrow('Retry later');
});

it('applies changed settings immediately', () => {
  settings = { ...off, throttle_unauthenticated_enabled: true, throttle_unauthenticated_requests_per_period: 1 };
  take();
  expect(() => take()).toThrow('Retry later');
  settings = { ...settings, throttle_unauthenticated_requests_per_period: 3 };
  expect(take()).toMatchObject({ 'RateLimit-Observed': '3', 'RateLimit-Remaining': '0' });
  settings = off;
  expect(take()).toEqual({});
});

it('adds what other replicas count in the same period', () => {
  settings = { ...off, throttle_unauthenticated_enabled: true };
  const other = new RequestCounts();
  const elsewhere = createRateLimiter({ settings: () => settings, counts: other, now: () => now });
  elsewhere.take(exchangeOf({}).exchange, undefined);
  elsewhere.take(exchangeOf({}).exchange, undefined);
  const published = other.takeUnpublished();
  expect(published).toEqual([
    { name: 'unauthenticated', subject: 'address 192.0.2.1', seconds: 60, period: 20, amount: 2 },
  ]);
  expect(other.takeUnpublished()).toEqual([]);
  for (const each of published) counts.addRemote({ ...each, period: 19 }, now);
  expect(take({ address: '192.0.2.9' })).toMatchObject({ 'RateLimit-Observed': '1' });
  for (const each of published) counts.addRemote(each, now);
  expect(() => take()).toThrow('Retry later');
  // Counts from other replicas are not published again.
  expect(counts.takeUnpublished().map(({ amount }) => amount)).toEqual([1, 1]);
});

describe('anonymous_requests_per_minute', () => {
  const take = (operation: string, address = '192.0.2.1', requests = 2): void =>
    limiter.takeAnonymous(exchangeOf({ address }).exchange, {
      contract: { name: operation },
      anonymousRequestsPerMinute: requests,
    });

  it('limits the requests of an address for one operation', () => {
    take('RenderMarkdown');
    take('RenderMarkdown');
    expect(() => take('RenderMarkdown')).toThrow(expect.objectContaining(refusal(60)));
    take('RenderMarkdown', '192.0.2.2');
    take('Other');
    now += 60_000;
    take('RenderMarkdown');
  });

  it('does not apply to operations that declare none', () => {
    for (let count = 0; count < 5; count++) take('Other', '192.0.2.1', 0);
  });

  it('is ten times as high for private addresses', () => {
    for (let count = 0; count < 20; count++) take('RenderMarkdown', '10.0.0.1');
    expect(() => take('RenderMarkdown', '10.0.0.1')).toThrow(expect.objectContaining(refusal(60)));
  });
});

describe('raw_blob_request_limit', () => {
  const raw = (path: string, projectId = 7): Record<string, string> => {
    const { exchange, headers } = exchangeOf({ path: `/api/v4/projects/${path}` });
    limiter.takeRawBlob(exchange, projectId);
    return headers;
  };

  it('counts the requests of a minute for one raw file or blob of a project', () => {
    settings = { ...off, raw_blob_request_limit: 2 };
    for (const path of ['7/repository/files/a.txt/raw', '7/repository/blobs/abc/raw']) {
      expect(raw(path)).toEqual({});
      raw(path);
      expect(() => raw(path)).toThrow(expect.objectContaining(refusal(60)));
    }
    // The same file with a different encoding, and other files.
    expect(() => raw('group%2Fname/repository/files/%61.txt/raw')).toThrow();
    raw('7/repository/files/b.txt/raw');
    raw('8/repository/files/a.txt/raw', 8);
    now += 60_000;
    raw('7/repository/files/a.txt/raw');
  });

  it('does not apply to other requests, and is disabled at 0', () => {
    settings = { ...off, raw_blob_request_limit: 1 };
    for (let count = 0; count < 3; count++) raw('7/repository/files/a.txt');
    settings = off;
    for (let count = 0; count < 3; count++) raw('7/repository/files/a.txt/raw');
  });
});
