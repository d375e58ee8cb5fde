import { createRateLimiter, type RateLimits } from './rate-limit';

const user = { userId: 1, address: '10.0.0.1' };
const stranger = { userId: undefined, address: '10.0.0.1' };

it('does nothing and says nothing while no limit is set', () => {
  const limiter = createRateLimiter(() => ({}));
  for (let i = 0; i < 1000; i++) expect(limiter.take(user)).toEqual({});
});

it('refuses when the bucket is empty and fills it with time', () => {
  let now = 1_000_000;
  const limiter = createRateLimiter(
    () => ({ authenticated: { requests: 2, seconds: 10 } }),
    () => now,
  );
  expect(limiter.take(user)).toMatchObject({ 'RateLimit-Limit': '2', 'RateLimit-Remaining': '1' });
  limiter.take(user);
  expect(() => limiter.take(user)).toThrow(expect.objectContaining({ reason: 'too_many_requests', retryAfter: 5 }));
  now += 5_000;
  limiter.take(user);
  expect(() => limiter.take(user)).toThrow('Retry later');
});

it('keeps users and addresses apart', () => {
  const limits: RateLimits = {
    authenticated: { requests: 1, seconds: 60 },
    unauthenticated: { requests: 1, seconds: 60 },
  };
  const limiter = createRateLimiter(() => limits);
  limiter.take(user);
  limiter.take(stranger);
  limiter.take({ ...user, userId: 2 });
  limiter.take({ ...stranger, address: '10.0.0.2' });
  expect(() => limiter.take(stranger)).toThrow('Retry later');
});

it('follows its limits at once', () => {
  let limits: RateLimits = { unauthenticated: { requests: 1, seconds: 60 } };
  const limiter = createRateLimiter(() => limits);
  limiter.take(stranger);
  expect(() => limiter.take(stranger)).toThrow('Retry later');
  limits = {};
  expect(limiter.take(stranger)).toEqual({});
});
