import { environmentSlug } from './environment-slug';

describe('the slug of an environment', () => {
  it.each([
    ['staging', 'staging'],
    ['staging-1', 'staging-1'],
    ['staging-', 'staging'],
    ['production', 'production'],
  ])('of %j is the name', (name, slug) => {
    expect(environmentSlug(name)).toBe(slug);
  });

  it.each([
    ['PRODUCTION', /^production-[a-z0-9]{6}$/],
    ['review/1-foo', /^review-1-foo-[a-z0-9]{6}$/],
    ['1-foo', /^env-1-foo-[a-z0-9]{6}$/],
    ['review//foo  bar', /^review-foo-bar-[a-z0-9]{6}$/],
    ['staging-12345678901234567', /^staging-123456789-[a-z0-9]{6}$/],
    ['review/', /^review-[a-z0-9]{6}$/],
  ])('of %j has a suffix', (name, pattern) => {
    const slug = environmentSlug(name);
    expect(slug).toMatch(pattern);
    expect(slug.length).toBeLessThanOrEqual(24);
    expect(environmentSlug(name)).toBe(slug);
  });

  it('differs for similar names', () => {
    const slugs = ['a/b', 'a_b', 'A-b', 'a.b'].map(environmentSlug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });
});
