import { render } from './render';

const rel = 'rel="nofollow noreferrer noopener"';

describe('alerts', () => {
  it.each([
    ['> [!NOTE]\n> Text', 'note', 'Note', '<p>Text</p>'],
    ['> [!warning] **Data** loss\n> Text\n> more', 'warning', '<strong>Data</strong> loss', '<p>Text\nmore</p>'],
    ['> [!tip]\n>\n> - a', 'tip', 'Tip', '<ul>\n<li>a</li>\n</ul>'],
  ])('%j', (text, kind, title, content) => {
    const html = render(text);
    expect(html).toContain(`<div class="markdown-alert markdown-alert-${kind}">`);
    expect(html).toContain(`<p class="markdown-alert-title">${title}</p>`);
    expect(html).toContain(content);
    expect(html.trimEnd()).toMatch(/<\/div>$/);
  });

  it.each(['> [!other]\n> Text', '> Text [!note]', '[!note]', '> `[!note]`'])('none for %j', (text) =>
    expect(render(text)).not.toContain('markdown-alert'),
  );

  it('are kept apart from the quotes in them', () =>
    expect(render('> [!note]\n>> inner\n\n> outer').match(/<\/?(?:div|blockquote)/g)).toEqual([
      '<div',
      '<blockquote',
      '</blockquote',
      '</div',
      '<blockquote',
      '</blockquote',
    ]));
});

describe('headings', () => {
  it.each([
    ['## Getting *Started*!', 'getting-started'],
    ['# `a.b` ü', 'ab-ü'],
    ['# !', 'section'],
  ])('%j is an anchor', (text, anchor) => expect(render(text)).toContain(` id="user-content-${anchor}">`));

  it('have different anchors if they have the same text', () =>
    expect(render('# A\n# A\n# A').match(/id="[^"]+"/g)).toEqual([
      'id="user-content-a"',
      'id="user-content-a-1"',
      'id="user-content-a-2"',
    ]));

  it.each(['[[_TOC_]]', '[TOC]'])('are listed at %s', (mark) => {
    const html = render(`${mark}\n\n# One\n\n### <Deep> \`x\`\n\n## Two\n\n# Last`);
    expect(html.slice(0, html.indexOf('<h1'))).toBe(
      `<ul class="table-of-contents"><li><a href="#one" ${rel}>One</a>` +
        `<ul><li><a href="#x" ${rel}>x</a></li><li><a href="#two" ${rel}>Two</a></li></ul></li>` +
        `<li><a href="#last" ${rel}>Last</a></li></ul>\n`,
    );
  });

  it('are listed once, and nowhere in code', () => {
    expect(render('[TOC]\n\n[TOC]\n\n# One').match(/table-of-contents/g)).toHaveLength(1);
    expect(render('`[[_TOC_]]`\n\n# One')).not.toContain('table-of-contents');
  });
});

describe('footnotes', () => {
  it('are linked with their references in both directions, apart from those of other texts', () => {
    const html = render('One[^1] and[^note], again[^1].\n\n[^1]: First\n[^note]: Second');
    const ids = [...html.matchAll(/ id="user-content-([^"]+)"/g)].map(([, id]) => id);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    for (const link of links) expect(ids).toContain(link);
    expect(html).toContain('<section class="footnotes">');
    const other = render('Other[^1]\n\n[^1]: First');
    for (const id of ids) expect(other).not.toContain(`"user-content-${id}"`);
  });

  it('stay text without a definition', () => expect(render('a[^toString][^1]')).toBe('<p>a[^toString][^1]</p>\n'));
});

describe('mathematics', () => {
  it.each([
    ['a $x_1 < y$ b', '<p>a <span class="math math-inline">x_1 &lt; y</span> b</p>\n'],
    ['$`x * y * z`$', '<p><span class="math math-inline">x * y * z</span></p>\n'],
    ['$$\na\n\\\\\nb\n$$', '<div class="math math-display">a\n\\\\\nb</div>\n'],
    ['text\n$$a$$', '<p>text</p>\n<div class="math math-display">a</div>\n'],
    ['```math\na<b\n```', '<div class="math math-display">a&lt;b</div>\n'],
  ])('%j', (text, html) => expect(render(text)).toBe(html));

  it.each(['it costs $5 or $6', '$5/$6', 'a $ b $ c', '\\$a$', '`$a$`', '$$\nnever ends', `$${'a'.repeat(1_001)}$`])(
    'none in %j',
    (text) => expect(render(text)).not.toContain('math'),
  );
});

describe('links between pages of a wiki', () => {
  it.each([
    ['[[My Page]]', `<a href="My-Page" class="wiki-link" ${rel}>My Page</a>`],
    ['[[see|a/My Page#x y]]', `<a href="a/My-Page#x%20y" class="wiki-link" ${rel}>see</a>`],
    ['[[javascript:alert(1)]]', `<a href="javascript%3Aalert(1)" class="wiki-link" ${rel}>javascript:alert(1)</a>`],
    ['[[x|//other.example]]', `<a href="other.example" class="wiki-link" ${rel}>x</a>`],
  ])('%s', (text, html) => expect(render(text, { isWiki: true })).toBe(`<p>${html}</p>\n`));

  it.each(['[[ ]]', '[[a', '`[[a]]`', '[[a|]]', '[[\na]]'])('none in %j', (text) =>
    expect(render(text, { isWiki: true })).not.toContain('<a'),
  );

  it('none in other texts', () => expect(render('[[Page]]')).toBe('<p>[[Page]]</p>\n'));
});

describe('references', () => {
  it('show their state, and the colour of labels', () => {
    const links = {
      '#1': { href: 'https://forge.example/1', title: 'One', type: 'issue', state: 'closed' },
      '#2': { href: 'https://forge.example/2', title: 'Two', type: 'issue', state: 'opened' },
      '~bug': { href: 'https://forge.example/l', title: '', type: 'label', text: 'bug', color: '#d9534f' },
    };
    const html = render('#1 #2 ~bug', { links });
    expect(html).toContain(`title="One" class="reference" data-reference-type="issue" ${rel}>#1 (closed)</a>`);
    expect(html).toContain(`data-reference-type="issue" ${rel}>#2</a>`);
    expect(html).toContain(`class="reference" data-reference-type="label" data-color="#d9534f" ${rel}>bug</a>`);
  });
});

describe('hostile texts', () => {
  it.each([
    ['<h1 id="note_5">a</h1>', '<h1>a</h1>'],
    ['<h1 id="user-content-a b">a</h1>', '<h1>a</h1>'],
    ['<div id="root" class="markdown-alert app">a</div>', '<div class="markdown-alert">a</div>'],
    ['<section class="card footnotes">a</section>', '<section class="footnotes">a</section>'],
    ['<ul><li id="x" class="task-list-item y">a</li></ul>', '<ul><li class="task-list-item">a</li></ul>'],
    [
      '<ul><li><input data-line="1e9" checked></li></ul>',
      '<ul><li><input type="checkbox" disabled checked /></li></ul>',
    ],
    ['<div><a data-color="red;background:url(x)" data-x="1">a</a></div>', `<div><a ${rel}>a</a></div>`],
    ['<div><a data-reference-type="&quot;><script>">a</a></div>', `<div><a ${rel}>a</a></div>`],
    [
      '<div class="math math-display"><img src=x onerror=alert(1)></div>',
      '<div class="math math-display"><img src="x" /></div>',
    ],
  ])('%s', (text, html) => expect(render(text).trim()).toBe(html));

  it.each([
    ['titles of alerts', '> [!note] <img src=x onerror=alert(1)>', /onerror/],
    ['headings in a table of contents', '[TOC]\n\n# &lt;img src=x onerror=alert(1)&gt;', /<img/],
    ['labels of footnotes', 'a[^"><script>]\n\n[^"><script>]: b', /<script/],
    ['formulas', '$</span><script>alert(1)</script>$ $$<script>$$', /<script/],
    ['names of wiki pages', '[["><script>alert(1)</script>]]', /<script/],
  ])('%s are no HTML', (_name, text, pattern) => expect(render(text, { isWiki: true })).not.toMatch(pattern));

  it.each([
    ['alerts', '> [!note]\n'.repeat(5_000)],
    ['nested alerts', `${'>'.repeat(90)} [!note]\n`.repeat(300)],
    ['headings', '# a\n'.repeat(10_000)],
    ['tables of contents', '[TOC]\n\n'.repeat(5_000)],
    ['footnotes', '[^1]'.repeat(5_000) + '\n\n[^1]: a'],
    ['dollar signs', '$a '.repeat(10_000)],
    ['quoted dollar signs', '$`a '.repeat(10_000)],
    ['blocks of formulas', '$$\n'.repeat(5_001)],
    ['brackets', '[[a|'.repeat(10_000)],
  ])('many %s take little time', (_name, text) => {
    const start = performance.now();
    render(text, { isWiki: true });
    // Milliseconds on an idle machine.
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});
