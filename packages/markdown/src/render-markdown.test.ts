import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ThreadBusyError, ThreadPool } from '@forgemesh/threads';
import { MAX_TEXT_LENGTH, renderMarkdown as renderFor, type MarkdownOptions } from '.';

const rel = 'rel="nofollow noreferrer noopener"';

const renderMarkdown = (text: string, options?: MarkdownOptions): Promise<string> => renderFor(text, 'test', options);

describe('renderMarkdown', () => {
  it.each([
    ['# Title', '<h1 id="user-content-title">Title</h1>\n'],
    ['a\nb', '<p>a\nb</p>\n'],
    ['~~gone~~ `x < y`', '<p><s>gone</s> <code>x &lt; y</code></p>\n'],
    ['```c++\na && b\n```', '<pre><code class="language-c++">a &amp;&amp; b\n</code></pre>\n'],
    [
      '|a|b|\n|-|:-:|\n|1|2|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align:center">b</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td>1</td>\n<td style="text-align:center">2</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    [
      '- [ ] open\n- [x] done',
      '<ul>\n<li class="task-list-item"><input type="checkbox" disabled data-line="1" /> open</li>\n' +
        '<li class="task-list-item"><input type="checkbox" disabled checked data-line="2" /> done</li>\n</ul>\n',
    ],
    [':tada: :100: :) :nothing:', '<p>🎉 💯 :) :nothing:</p>\n'],
    ['see http://example.com', `<p>see <a href="http://example.com" ${rel}>http://example.com</a></p>\n`],
    ['not main.rs', '<p>not main.rs</p>\n'],
    ['[a](../b#c "t")', `<p><a href="../b#c" title="t" ${rel}>a</a></p>\n`],
    ['![a](/b.png)', '<p><img src="/b.png" alt="a" /></p>\n'],
    ['<kbd>x</kbd> <b>bold</b>', '<p><kbd>x</kbd> <b>bold</b></p>\n'],
    ['', ''],
  ])('%j', async (text, html) => expect(await renderMarkdown(text)).toBe(html));

  it('converts no emoji and no task lists in plain mode', async () => {
    expect(await renderMarkdown(':tada: **a**', { plain: true })).toBe('<p>:tada: <strong>a</strong></p>\n');
    expect(await renderMarkdown('- [ ] a', { plain: true })).toBe('<ul>\n<li>[ ] a</li>\n</ul>\n');
  });

  it.each([
    ['<script>alert(1)</script>', ''],
    ['<style>p{}</style>', ''],
    ['<p onclick="alert(1)" style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', `<a ${rel}>a</a>`],
    ['<a href="java&#x09;script:alert(1)">a</a>', `<a ${rel}>a</a>`],
    ['<a href="//elsewhere.example">a</a>', `<a ${rel}>a</a>`],
    ['<a href="vbscript:a" target="_blank" rel="opener">a</a>', `<a ${rel}>a</a>`],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<img src="data:image/svg+xml,x">', '<img />'],
    ['<iframe src="http://a"></iframe><object data="x"></object><svg onload=a></svg>', ''],
    ['<input type="text" name="password" value="x">', '<input type="checkbox" disabled />'],
    ['<form action="/x">a</form>', 'a'],
    ['<!-- hidden -->', ''],
  ])('makes %j harmless', async (text, html) => {
    for (const options of [{}, { plain: true }]) {
      const rendered = await renderMarkdown(text, options);
      expect(rendered.replace(/^<p>(?!a)|<\/p>\n$|\n$/g, '').trim()).toBe(html);
    }
  });

  it('restricts Markdown links to web and mail', async () => {
    const html = await renderMarkdown('[a](javascript:x) [b](data:text/html,x) <mailto:a@b.example> [c](tel:1)');
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="mailto:a@b.example"']);
  });

  it.each([
    ['quotes', '>'.repeat(50_000)],
    ['brackets', '['.repeat(50_000)],
    ['lists', '- '.repeat(25_000)],
    ['elements', '<div>'.repeat(10_000)],
    ['emphasis', '*a **b '.repeat(7_000)],
    ['short links', 'http://'.repeat(500)],
  ])('handles nested %s', async (_name, text) => {
    const html = await renderMarkdown(text);
    expect(depthOf(html)).toBeLessThan(500);
  });

  it('turns given words into links', async () => {
    const links = {
      '#1': { href: 'https://forge.example/a/b/-/issues/1', title: 'A "title"' },
      'c/d#1': { href: 'https://forge.example/c/d/-/issues/1', title: '' },
      '~"two words"': { href: 'https://forge.example/l?n=a%20b', title: '' },
    };
    const html = await renderMarkdown(
      '#1 c/d#1 #12 x#1 `#1` [#1](http://x.example) <a href="http://y.example">#1</a> *#1*',
      {
        links,
      },
    );
    const one =
      '<a href="https://forge.example/a/b/-/issues/1" title="A &quot;title&quot;" rel="nofollow noreferrer noopener">#1</a>';
    const elsewhere = '<a href="https://forge.example/c/d/-/issues/1" rel="nofollow noreferrer noopener">c/d#1</a>';
    expect(html).toContain(`<p>${one} ${elsewhere} #12 x#1 <code>#1</code> <a href="http://x.example"`);
    expect(html).toContain(`<em>${one}</em>`);
    expect(html.split(one)).toHaveLength(3);
    expect(await renderMarkdown('~"two words"', { links })).toContain('>~"two words"</a>');
    expect(await renderMarkdown('#1', { links, plain: true })).toBe('<p>#1</p>\n');
  });

  it('loads pictures of other hosts through the proxy', async () => {
    const assetProxy = {
      url: 'https://assets.example',
      secret: 'secret',
      instanceUrl: 'https://forge.example',
      allowedHosts: [],
      allowedPrefixes: [],
    };
    const text = '![a](http://other.example/a.png) ![b](b.png) <img src="//other.example/c" data-canonical-src="x">';
    for (const plain of [false, true]) {
      const html = await renderMarkdown(text, { plain, rules: { assetProxy } });
      expect(html).toMatch(
        /<img src="https:\/\/assets\.example\/[\da-f]{40}\/[\da-f]+" alt="a" data-canonical-src="http:\/\/other\.example\/a\.png" \/>/,
      );
      expect(html).toContain('<img src="b.png" alt="b" />');
      expect(html).toMatch(/<img src="https:[^"]+" data-canonical-src="\/\/other\.example\/c" \/>/);
    }
    expect(await renderMarkdown('<img src="a" data-canonical-src="x">')).toBe('<img src="a" />');
  });

  it('shows code blocks of PlantUML as diagrams if there is a server', async () => {
    const text = '```plantuml\nBob -> Alice : hello\n```\n\n```text\nBob\n```\n';
    const rules = { plantumlUrl: 'https://plantuml.example' };
    const code = '<pre><code class="language-text">Bob\n</code></pre>\n';
    expect(await renderMarkdown(text, { rules })).toMatch(
      /^<p><img src="https:\/\/plantuml\.example\/png\/[\w-]+" alt="PlantUML diagram" class="plantuml" \/><\/p>\n/,
    );
    expect(await renderMarkdown(text, { rules })).toContain(code);
    for (const options of [{}, { rules, plain: true }])
      expect(await renderMarkdown(text, options)).toContain('<code class="language-plantuml">Bob');
  });

  it('renders texts of any length alike', async () => {
    const filler = 'word '.repeat(MAX_TEXT_LENGTH / 10);
    expect(await renderMarkdown(`**short** ${filler.slice(0, 100)}`)).toContain('<strong>short</strong>');
    expect(await renderMarkdown(`${filler}**end**`)).toMatch(/<strong>end<\/strong><\/p>\n$/);
    expect(await renderMarkdown('<'.repeat(MAX_TEXT_LENGTH + 1))).toMatch(/^<pre>(&lt;)+<\/pre>\n$/);
  });

  it('shows a text that takes too long as plain text, without delaying the texts of others', async () => {
    const slow = 'http://'.repeat(140_000);
    const long = `${'word '.repeat(2_000)}**end**`;
    const attacks = ['one', 'other'].flatMap((attacker) =>
      Array.from({ length: 2 }, async () => renderFor(slow, attacker)),
    );
    // Both threads are busy, and the attackers have more texts waiting.
    expect(await renderFor(long, 'reader')).toMatch(/<strong>end<\/strong><\/p>\n$/);
    // Rendered on a fast machine.
    for (const html of await Promise.all(attacks)) expect(html.slice(0, 10)).toMatch(/^<p(re)?>(http|<a )/);
  });

  it('shows a text that cannot be rendered as plain text, and refuses what nobody has time for', async () => {
    const run = jest.spyOn(ThreadPool.prototype, 'run');
    const text = `<b> ${'word '.repeat(200)}`;
    run.mockRejectedValueOnce(new RangeError('Maximum call stack size exceeded'));
    expect(await renderMarkdown(text)).toMatch(/^<pre>&lt;b&gt; word/);
    // Readers of the page do not wait for it again.
    expect(await renderMarkdown(text)).toMatch(/^<pre>&lt;b&gt; word/);
    expect(run).toHaveBeenCalledTimes(1);
    run.mockRejectedValueOnce(new ThreadBusyError('No thread was free in time'));
    await expect(renderMarkdown(`${text}.`)).rejects.toMatchObject({ reason: 'unavailable' });
    run.mockRestore();
    expect(await renderMarkdown(`${text}.`)).toMatch(/^<p><b> word/);
  });

  it('keeps the event loop free', async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    // Takes tens of milliseconds.
    await renderMarkdown('http://'.repeat(571));
    await renderMarkdown('[a](b "'.repeat(571));
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(250);
  });

  describe('caches', () => {
    const text = `#1 ${'word '.repeat(1_000)}`;
    const link = (title: string) => ({ links: { '#1': { href: 'https://forge.example/1', title } } });

    it('results, so that no thread is needed again', async () => {
      const first = await renderMarkdown(text);
      const run = jest.spyOn(ThreadPool.prototype, 'run');
      expect(await renderMarkdown(text)).toBe(first);
      expect(run).not.toHaveBeenCalled();
      await renderMarkdown(`${text}.`);
      expect(run).toHaveBeenCalledTimes(1);
      run.mockRestore();
    });

    it('no result for other links or another mode', async () => {
      expect(await renderMarkdown(text, link('before'))).toContain('title="before"');
      expect(await renderMarkdown(text, link('after'))).toContain('title="after"');
      expect(await renderMarkdown(text)).not.toContain('href');
      const emoji = `:tada: ${'word '.repeat(1_000)}`;
      expect(await renderMarkdown(emoji)).toContain('🎉');
      expect(await renderMarkdown(emoji, { plain: true })).toContain(':tada:');
    });
  });
});

/** Maximum nesting depth of elements. */
function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of html.matchAll(/<\/?[a-z]+[^>]*?>/g)) {
    if (tag.endsWith('/>')) continue;
    depth += tag.startsWith('</') ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
