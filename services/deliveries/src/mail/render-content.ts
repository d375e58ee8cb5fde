/**
 * Renders the content of mails as plain text and, in one layout, as HTML. User input is untrusted:
 * it is escaped or sanitized in HTML.
 */
import type { MarkdownRenderer } from '@forgemesh/markdown';
import { escapeHtml } from '@forgemesh/http';
import type { Content } from './mail-parts';

/** Settings of the instance for the bodies of mails. */
export interface BodySettings {
  html_emails_enabled: boolean;
  email_additional_text?: string | undefined;
}

/** The bodies of a mail. */
export interface Bodies {
  text: string;
  /** Undefined if the instance sends plain text only. */
  html: string | undefined;
}

/** Longer bodies are truncated. */
const MAX_BODY = 100_000;

const styles = {
  // Mail programs ignore style sheets and fonts that they would have to load.
  page: 'margin:0;padding:16px;font-family:Helvetica,Arial,sans-serif;font-size:14px;line-height:1.5',
  column: 'max-width:720px',
  footer: 'margin-top:24px;padding-top:8px;border-top:1px solid #d0d7de;font-size:12px',
};

/** Renders a content. The additional text of the instance is at the end of both bodies. */
export async function renderContent(
  content: Content,
  settings: BodySettings,
  markdown: Pick<MarkdownRenderer, 'render'>,
): Promise<Bodies> {
  const { lines, body, after = [], url, reason } = content;
  const isLong = (body?.length ?? 0) > MAX_BODY;
  const shown = isLong ? `${body?.slice(0, MAX_BODY)}…` : (body ?? '');
  const footer = [`You receive this mail ${reason}.`];
  const additionalText = settings.email_additional_text?.trim() ?? '';
  if (additionalText !== '') footer.push(additionalText);
  const text = [...lines, ...(shown === '' ? [] : [shown]), ...after].join('\n\n');
  const isRendered = settings.html_emails_enabled && shown !== '';
  const html = isRendered ? `<div>${await markdown.render(shown, 'emails')}</div>\n` : '';
  return {
    text: `${text}\n\n-- \n${url}\n${footer.join('\n\n')}\n`,
    html: settings.html_emails_enabled ? layOut({ lines, html, after, url }, footer) : undefined,
  };
}

function layOut(
  { lines, html, after, url }: { lines: readonly string[]; html: string; after: readonly string[]; url: string },
  footer: readonly string[],
): string {
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
  return [
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"></head>\n',
    `<body style="${styles.page}">\n<div style="${styles.column}">\n`,
    paragraphs(lines),
    html,
    paragraphs(after),
    `<div style="${styles.footer}">\n<p>${link}</p>\n${paragraphs(footer)}</div>\n`,
    '</div>\n</body>\n</html>\n',
  ].join('');
}

function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<p>${escapeHtml(text).replaceAll(/\r?\n/g, '<br>')}</p>\n`).join('');
}
