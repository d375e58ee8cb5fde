import { maskUrl, splitUrls, unmaskUrls } from './url-credentials';

describe('maskUrl', () => {
  it.each([
    ['http://a.example:9200', 'http://a.example:9200'],
    ['http://ada:secret@a.example', 'http://ada:*****@a.example/'],
    ['http://ada:s%40cret/@a.example', 'http://ada:s%40cret/@a.example'],
    ['http:ada:secret@a.example', 'http://ada:*****@a.example/'],
    ['HTTP://ada:se@cret@a.example', 'http://ada:*****@a.example/'],
    ['https://token@a.example/x', 'https://*****@a.example/x'],
  ])('masks %s', (url, masked) => expect(maskUrl(url)).toBe(masked));
});

describe('splitUrls', () => {
  it('splits at commas', () =>
    expect(splitUrls([' http://a, http://b', '', 'c'])).toEqual(['http://a', 'http://b', 'c']));
});

describe('unmaskUrls', () => {
  it('restores stored URLs, and keeps all others', () => {
    const stored = ['http://ada:secret@a.example', 'http://b.example'];
    const sent = ['http://ada:*****@a.example/', 'http://b.example', 'http://eve:*****@a.example/'];
    expect(unmaskUrls(sent, stored)).toEqual([stored[0], stored[1], sent[2]]);
  });
});
