import { createUrls } from './urls';

describe('createUrls', () => {
  it('keeps port and path of the external URL', () => {
    const urls = createUrls('http://git.example.com:8080/forge/', 22);
    expect(urls.http('a/b')).toBe('http://git.example.com:8080/forge/a/b.git');
    expect(urls.group('a')).toBe('http://git.example.com:8080/forge/groups/a');
    expect(urls.api('/projects/1')).toBe('http://git.example.com:8080/forge/api/v4/projects/1');
  });
  it('uses another root for clone URLs if one is configured', () => {
    const urls = createUrls('http://git.example.com', 22, () => 'https://clone.example.com/git/');
    expect([urls.http('a/b'), urls.page('a/b')]).toEqual([
      'https://clone.example.com/git/a/b.git',
      'http://git.example.com/a/b',
    ]);
  });
  it('uses the short SSH format only for the default port', () => {
    expect(createUrls('https://git.example.com', 22).ssh('a/b')).toBe('git@git.example.com:a/b.git');
    expect(createUrls('https://git.example.com', 2222).ssh('a/b')).toBe('ssh://git@git.example.com:2222/a/b.git');
  });
});
