/**
 * What all mails are made of. Whatever people wrote is hostile: in headers it is one line, in HTML
 * it is text.
 */
import { escapeHtml } from '@forgemesh/web';
import { renderMarkdown } from '@forgemesh/markdown';
import type { MailReason } from '../mail.model';

/** A mail without its addresses. */
export interface Message {
  /** Name before the address of the sender; null for that of the instance. */
  from_name: string | null;
  /** Address of the sender; absent for that of the instance. */
  from_address?: string;
  subject: string;
  text: string;
  html: string;
  message_id: string;
  /** The mail that begins the conversation, where this is not it. */
  answers?: string;
  headers: Record<string, string>;
}

/** What a mail says. */
export interface Content {
  /** Plain sentences. */
  lines: readonly string[];
  /** What somebody wrote, in Markdown. */
  body?: string | null;
  /** Sentences below it. */
  after?: readonly string[];
  /** Where to see it. */
  url: string;
  /** Why the recipient gets it. */
  why: string;
}

/** Why somebody gets a mail, in words that follow `You receive this mail`. */
export const whys: Record<MailReason, string> = {
  assigned: 'because you are assigned',
  mentioned: 'because somebody named you',
  subscribed: 'because you subscribed to it',
  participating: 'because you take part in it',
  watching: 'because of your notification settings',
  requested: 'because you asked for it',
};

const MAX_LINE = 255;
/** Longer texts are for the page. */
const MAX_BODY = 100_000;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A text as one line that is not too long for a header. */
export function oneLine(text: string): string {
  return [...text.replace(control, ' ').trim()].slice(0, MAX_LINE).join('');
}

/** An identifier of a mail of the instance. */
export function messageId(name: string, host: string): string {
  return `<${name.replace(/[^\w.-]/g, '_')}@${host}>`;
}

/** Both bodies. */
export async function bodiesOf({
  lines,
  body,
  after = [],
  url,
  why,
}: Content): Promise<Pick<Message, 'text' | 'html'>> {
  const isLong = (body?.length ?? 0) > MAX_BODY;
  const shown = isLong ? `${body?.slice(0, MAX_BODY)}…` : (body ?? '');
  const footer = `You receive this mail ${why}.`;
  const text = [...lines, ...(shown === '' ? [] : [shown]), ...after].join('\n\n');
  const paragraphs = (all: readonly string[]): string =>
    all.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>\n`).join('');
  const rendered = shown === '' ? '' : `<div>${await renderMarkdown(shown)}</div>\n`;
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
  return {
    text: `${text}\n\n-- \n${url}\n${footer}\n`,
    html: `${paragraphs(lines)}${rendered}${paragraphs(after)}<p><small>${link}<br>${escapeHtml(footer)}</small></p>\n`,
  };
}

/** The headers of a mail of a project, by which recipients sort; `path` is the full one. */
export function projectHeaders(
  { id, name, path_with_namespace: path }: { id: number; name: string; path_with_namespace: string },
  host: string,
): Record<string, string> {
  const listName = [id, ...path.split('/').reverse()].join('.');
  return {
    'List-Id': `${path} <${listName}.${host}>`,
    'X-GitLab-Project': oneLine(name),
    'X-GitLab-Project-Id': String(id),
    'X-GitLab-Project-Path': path,
  };
}
