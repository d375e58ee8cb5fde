/** Building blocks of mails. User input is untrusted: it is reduced to one line in headers. */

/** A mail without its addresses. */
export interface Message {
  /** Display name of the sender; null for that of the instance. */
  from_name: string | null;
  /** Address of the sender; absent for that of the instance. */
  from_address?: string;
  subject: string;
  content: Content;
  /** Name of the mail, from which its message id is derived. */
  message_name: string;
  /** Name of the mail that started the conversation, unless this mail starts it. */
  conversation?: string;
  /** Further headers. */
  headers: Record<string, string>;
  /** The project that it is about, for mail filters. */
  project?: MailProject;
}

/** A project in headers. */
export interface MailProject {
  id: number;
  name: string;
  path_with_namespace: string;
}

/** The content of a mail. */
export interface Content {
  /** Plain sentences. */
  lines: readonly string[];
  /** Text written by a user, in Markdown. */
  body?: string | null;
  /** Sentences after the body. */
  after?: readonly string[];
  /** URL of the object. */
  url: string;
  /** Why the recipient gets the mail. */
  reason: string;
}

const MAX_LINE = 255;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Reduces a text to a single line that is short enough for a header. */
export function oneLine(text: string): string {
  return [...text.replace(control, ' ').trim()].slice(0, MAX_LINE).join('');
}

/** A message id of the instance. */
export function messageId(name: string, host: string): string {
  return `<${name.replace(/[^\w.-]/g, '_')}@${host}>`;
}

/** Headers of mails about a project, for mail filters; `path` is the full path. */
export function projectHeaders(
  { id, name, path_with_namespace: path }: MailProject,
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
