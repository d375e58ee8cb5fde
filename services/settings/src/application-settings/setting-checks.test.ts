import {
  age,
  baseUrl,
  domains,
  duration,
  email,
  networks,
  outbound,
  parseDuration,
  paths,
  regex,
  size,
  storages,
  url,
  urlOrPath,
  urls,
} from './setting-checks';

const instance = { hostname: 'forge.example', storages: ['default', 'fast'] };

describe('parseDuration', () => {
  it.each([
    ['15 days', 15 * 86_400],
    ['1 month', 30 * 86_400],
    ['2 weeks 3 days', 17 * 86_400],
    ['1h 30m', 5_400],
  ])('reads %s', (words, seconds) => expect(parseDuration(words)).toBe(seconds));

  it.each(['', 'soon', '3 moons', 'days 3', '-1 day'])('refuses %j', (words) =>
    expect(parseDuration(words)).toBeUndefined(),
  );
});

describe('checks of settings', () => {
  it.each([
    ['an age below a day', age('3 hours'), 'must be at least 1 day'],
    ['an age that is none', age('old'), 'is not a correct duration'],
    ['a duration that is none', duration('x'), 'is not a correct duration'],
    ['a URL without scheme', url('example.com'), 'must be a valid URL'],
    ['a base URL without scheme', baseUrl('example.com'), 'must be a valid URL'],
    [
      'a base URL with a user',
      baseUrl('https://ada@example.com'),
      'must be a URL without credentials, query and fragment',
    ],
    [
      'a base URL with a query',
      baseUrl('https://example.com?'),
      'must be a URL without credentials, query and fragment',
    ],
    [
      'a base URL with a fragment',
      baseUrl('https://example.com/#a'),
      'must be a URL without credentials, query and fragment',
    ],
    ['a URL of a script', url('javascript:alert(1)'), 'must be a valid URL'],
    ['a path that leads to another host', urlOrPath('//example.com'), 'must be a valid URL'],
    ['a list with a wrong URL', urls(['http://a', 'b']), 'must be a list of valid URLs'],
    ['an email without host', email('a'), 'is invalid'],
    ['a network with too many bits', networks('10.0.0.0/33'), 'must be a list of IP addresses and networks'],
    ['a domain with a space', domains(['a b']), 'contains an invalid domain'],
    ['too many entries', size(Array.from({ length: 1001 }, () => 'a.b')), 'is too long (maximum is 1000 entries)'],
    ['a long text', size('a'.repeat(100_001)), 'is too long (maximum is 100000 characters)'],
    ['a long entry', size(['a'.repeat(256)]), 'is too long (maximum is 255 characters)'],
    ['a target beyond ASCII', outbound(['ä.example']), 'must be domains, IP addresses or networks in ASCII'],
    ['a path without slash', paths(['users']), 'must start with a slash'],
    ['an unknown storage', storages(['default', 'slow'], instance), "can't include: slow"],
    ['no storage', storages([], instance), "can't be blank"],
  ])('refuse %s', (_name, problem, expected) => expect(problem).toBe(expected));

  it.each([
    ['no age', age('')],
    ['for ever', duration('0')],
    ['a path', urlOrPath('/users/sign_in')],
    ['a base URL with a path', baseUrl('https://example.com/objects/')],
    ['no base URL', baseUrl('')],
    ['networks', networks('0.0.0.0/0, ::/0, 10.1.2.3')],
    ['wildcards', domains(['*.example.com'])],
    ['storages', storages(['fast'], instance)],
  ])('accept %s', (_name, problem) => expect(problem).toBeUndefined());

  it('refuse expressions that are invalid or large', async () => {
    expect(await regex('(')).toBe('is an invalid regular expression');
    expect(await regex('(a?){1000}')).toBe('is too complex');
    expect(await regex('@own\\.example$')).toBeUndefined();
    expect(await regex('')).toBeUndefined();
  });
});
