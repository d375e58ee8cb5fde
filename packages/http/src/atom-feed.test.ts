import { atomFeed } from './atom-feed';

const entry = {
  id: 'https://forge.test/a/b/-/issues/1',
  title: 'Less < more & "quotes"',
  url: 'https://forge.test/a/b/-/issues/1?x=1&y=2',
  updated: '2026-01-02T03:04:05.000Z',
  author: 'Ann\u0000a',
};

describe('an Atom feed', () => {
  it('escapes texts, and leaves out what XML cannot represent', () => {
    const text = atomFeed({ title: 'Issues', url: 'https://forge.test/a/b', entries: [{ ...entry, text: ']]> <b>' }] });
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/);
    expect(text).toContain('<title>Less &lt; more &amp; &quot;quotes&quot;</title>');
    expect(text).toContain('href="https://forge.test/a/b/-/issues/1?x=1&amp;y=2"');
    expect(text).toContain('<name>Anna</name>');
    expect(text).toContain('<summary type="text">]]&gt; &lt;b&gt;</summary>');
  });

  it('is as new as its newest entry', () => {
    const older = { ...entry, updated: '2025-01-01T00:00:00.000Z' };
    const feed = { title: 'Issues', url: 'https://forge.test/a/b' };
    expect(atomFeed({ ...feed, entries: [older, entry] })).toMatch(
      /<updated>2026-01-02T03:04:05.000Z<\/updated>\n {2}<entry>/,
    );
    expect(atomFeed({ ...feed, entries: [] })).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  });
});
