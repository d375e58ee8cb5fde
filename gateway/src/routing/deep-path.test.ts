import { deepMatcher, isDeep } from './deep-path';

describe('a path with a parameter of several segments', () => {
  const path = '/{id=**}/uploads/{secret}/{file_name}';
  const match = deepMatcher(path);

  it('is distinguished from others', () => {
    expect(isDeep(path)).toBe(true);
    expect(isDeep('/api/v4/projects/{id}')).toBe(false);
  });

  it.each([
    ['/group/project/uploads/abc/a.png', { id: 'group/project', secret: 'abc', file_name: 'a.png' }],
    ['/a/b/c/d/uploads/abc/%C3%A4%2520b', { id: 'a/b/c/d', secret: 'abc', file_name: 'ä%20b' }],
    ['/g/uploads/uploads/abc/a', { id: 'g/uploads', secret: 'abc', file_name: 'a' }],
    ['/g%2Fp/uploads/abc/a', { id: 'g/p', secret: 'abc', file_name: 'a' }],
  ])('matches %s', (requestPath, params) => expect(match(requestPath)).toEqual(params));

  it.each([
    '/uploads/abc/a',
    '/g/p/uploads/abc',
    '/g/p/uploads/abc/a/b',
    '/g/p/uploads//a',
    '/g/p/uploads/abc/',
    '/api/v4/uploads/abc/a',
    '/-/docs/uploads/abc/a',
    '/g/p/downloads/abc/a',
  ])('does not match %s', (requestPath) => expect(match(requestPath)).toBeUndefined());

  it.each([
    ['/{id=**}/-/raw/{address=**}', '/g/p/-/raw/main/-/raw/x', { id: 'g/p', address: 'main/-/raw/x' }],
    ['/{id=**}/badges/{ref=**}/a.svg', '/g/p/badges/f/x/a.svg', { id: 'g/p', ref: 'f/x' }],
    ['/{id=**}/-/commit/{sha}.patch', '/g/p/-/commit/1a.patch', { id: 'g/p', sha: '1a' }],
    ['/{id=**}/-/commit/{sha}.patch', '/g/p/-/commit/1a/x.patch', undefined],
    ['/{id=**}/-/commit/{sha}.patch', '/g/p/-/commit/1a', undefined],
  ])('%s for %s', (pattern, requestPath, params) => expect(deepMatcher(pattern)(requestPath)).toEqual(params));

  it('reports invalid escapes', () => expect(match('/g/p/uploads/abc/%ZZ')).toBe('bad'));

  it('is fast for hostile paths', () => {
    const started = process.cpuUsage();
    expect(match(`/${'uploads/'.repeat(2000)}`)).toBeUndefined();
    expect(deepMatcher('/{id=**}/badges/{ref=**}/a.svg')(`/${'badges/'.repeat(2000)}`)).toBeUndefined();
    // CPU time, because other processes may use the machine, too.
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });
});
