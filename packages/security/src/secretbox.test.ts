import { createDigests, createSecretBox, keyIdsOf } from './secretbox';

describe('createSecretBox', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    const box = createSecretBox('secret', 'tokens');
    const sealed = box.seal('a token');
    expect(box.open(sealed)).toBe('a token');
    expect(box.seal('a token')).not.toBe(sealed);
    expect(sealed).not.toContain('a token');
  });

  it('refuses what was changed, and what was sealed for another purpose or with another secret', () => {
    const sealed = createSecretBox('secret', 'tokens').seal('a token');
    const changed = sealed.slice(0, -4) + (sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    expect(() => createSecretBox('secret', 'tokens').open(changed)).toThrow('no key opens this secret');
    expect(() => createSecretBox('secret', 'hooks').open(sealed)).toThrow('no key opens this secret');
    expect(() => createSecretBox('other', 'tokens').open(sealed)).toThrow('no key opens this secret');
    expect(() => createSecretBox('secret', 'tokens').open('plain text')).toThrow('not a sealed secret');
  });

  it('opens with an older secret after a rotation and seals with the new one', () => {
    const old = createSecretBox('old', 'tokens');
    const rotated = createSecretBox('new,old', 'tokens');
    expect(rotated.open(old.seal('a token'))).toBe('a token');
    expect(createSecretBox('new', 'tokens').open(rotated.seal('another'))).toBe('another');
  });
});

describe('isSealed and isCurrent', () => {
  it('detect sealed texts, and those of the current key', () => {
    const rotated = createSecretBox('new,old', 'tokens');
    const sealed = createSecretBox('old', 'tokens').seal('a token');
    expect([rotated.isSealed(sealed), rotated.isCurrent(sealed)]).toEqual([true, false]);
    expect(rotated.isCurrent(rotated.seal(rotated.open(sealed)))).toBe(true);
    expect(['plain', '', null, undefined, 7, 'v1.'].filter((text) => rotated.isSealed(text))).toEqual([]);
    expect(rotated.isCurrent('v1.x')).toBe(false);
  });
});

describe('keyIdsOf', () => {
  it('returns a stable id for each key', () => {
    const [one, other] = keyIdsOf('new,old');
    expect(keyIdsOf('old')).toEqual([other]);
    expect(one).not.toBe(other);
  });
});

describe('createDigests', () => {
  it('gives the same digest for the same text and key, the current key first', () => {
    const digest = createDigests('new,old', 'tokens');
    expect(digest('t')).toEqual([createDigests('new', 'tokens')('t')[0], createDigests('old', 'tokens')('t')[0]]);
    expect(digest('t')[0]).not.toBe(createDigests('new', 'other')('t')[0]);
    expect(digest('t')[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});
