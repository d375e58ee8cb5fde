import { renderMarkdown } from '@forgemesh/markdown';
import { renderContent } from './render-content';

const markdown = { render: renderMarkdown };

const content = {
  lines: ['Ada <ada@example.com> & co.', 'From: a\nTo: b'],
  body: '**Bold** <script>alert(1)</script>',
  url: 'https://forge.example/?a=1&b="2"',
  reason: 'because you requested it',
};

describe('renderContent', () => {
  it('renders plain text, with the additional text at the end', async () => {
    const settings = { html_emails_enabled: true, email_additional_text: ' Legal\nnote ' };
    const { text } = await renderContent(content, settings, markdown);
    expect(text).toBe(
      [
        'Ada <ada@example.com> & co.',
        'From: a\nTo: b',
        '**Bold** <script>alert(1)</script>',
        '-- \nhttps://forge.example/?a=1&b="2"\nYou receive this mail because you requested it.',
        'Legal\nnote\n',
      ].join('\n\n'),
    );
  });

  it('renders HTML with escaped sentences, a sanitized body and the escaped additional text', async () => {
    const settings = { html_emails_enabled: true, email_additional_text: '<b>Legal</b>\nnote' };
    const { html } = await renderContent(content, settings, markdown);
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en">[^]*<\/html>\n$/);
    expect(html).toContain('<p>Ada &lt;ada@example.com&gt; &amp; co.</p>\n<p>From: a<br>To: b</p>');
    expect(html).toContain('<strong>Bold</strong>');
    expect(html).not.toContain('script');
    expect(html).toContain('<a href="https://forge.example/?a=1&amp;b=&quot;2&quot;">');
    expect(html).toContain('<p>&lt;b&gt;Legal&lt;/b&gt;<br>note</p>');
  });

  it.each([undefined, '', ' \n'])('appends nothing for the additional text %j', async (email_additional_text) => {
    const settings = { html_emails_enabled: true, email_additional_text };
    const { text, html } = await renderContent(content, settings, markdown);
    expect(text).toMatch(/because you requested it\.\n$/);
    expect(html).toContain('because you requested it.</p>\n</div>');
  });

  it('renders the body by the settings of the instance', async () => {
    const render = (text: string, caller: string): Promise<string> => Promise.resolve(`${caller}: ${text.length}`);
    const { html } = await renderContent(content, { html_emails_enabled: true }, { render });
    expect(html).toContain(`<div>emails: ${content.body.length}</div>`);
  });

  it('renders no HTML for instances that send plain text only', async () => {
    expect((await renderContent(content, { html_emails_enabled: false }, markdown)).html).toBeUndefined();
  });
});
