import { deepMatcher, isDeep } from './deep-path';

describe('a path with a parameter of several segments', () => {
  const path = '/{id=**}/uploads/{secret}/{file_name}';
  const match = deepMatcher(path);

  it('is told from others', () => {
    expect(isDeep(path)).toBe(true);
    expect(isDeep('/api/v4/projects/{id}')).toBe(false);
  });

  it.each([
    ['/group/project/uploads/abc/a.png', { id: 'group/project', secret: 'abc', file_name: 'a.png' }],
    ['/a/b/c/d/uploads/abc/%C3%A4%2520b', { id: 'a/b/c/d', secret: 'abc', file_name: 'ä%20b' }],
    ['/g/uploads/uploads/abc/a', { id: 'g/uploads', secret: 'abc', file_name: 'a' }],
    ['/g%2Fp/uploads/abc/a', { id: 'g/p', secret: 'abc', file_name: 'a' }],
  ])('matches %s', (asked, params) => expect(match(asked)).toEqual(params));

  it.each([
    '/uploads/abc/a',
    '/g/p/uploads/abc',
    '/g/p/uploads/abc/a/b',
    '/g/p/uploads//a',
    '/g/p/uploads/abc/',
    '/api/v4/uploads/abc/a',
    '/-/docs/uploads/abc/a',
    '/g/p/downloads/abc/a',
  ])('is not %s', (asked) => expect(match(asked)).toBeUndefined());

  it('tells wrong escapes', () => expect(match('/g/p/uploads/abc/%ZZ')).toBe('bad'));

  it('is decided quickly for hostile paths', () => {
    const started = process.cpuUsage();
    expect(match(`/${'uploads/'.repeat(2000)}`)).toBeUndefined();
    // The time of the processor: others may use the machine too.
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });
});
