/** Maps titles, slugs and formats of wiki pages to files of the wiki's repository. */
import { ValidationError } from '@forgemesh/errors';
import { isWellFormed } from '@forgemesh/git-engine';

/** Markup formats and their file extensions; the first one is used for new files. */
const extensions = {
  markdown: ['md', 'markdown', 'mkd', 'mkdn', 'mdown'],
  rdoc: ['rdoc'],
  asciidoc: ['asciidoc', 'adoc'],
  org: ['org'],
} as const;

export type WikiFormat = keyof typeof extensions;

/** A page as derived from its file. */
export interface PagePath {
  /** Path of the file. */
  path: string;
  /** The path without its extension. */
  slug: string;
  format: WikiFormat;
}

const formatOf = new Map(
  Object.entries(extensions).flatMap(([format, names]) => names.map((name) => [name as string, format as WikiFormat])),
);
const MAX_TITLE_BYTES = 245;
const MAX_FOLDER_BYTES = 255;
const MAX_FOLDERS = 20;
const control = /[\x00-\x1f\x7f\\]/;

/** The page of a file; undefined if its extension is not that of a page. */
export function pageOfFile(path: string): PagePath | undefined {
  const at = path.lastIndexOf('.');
  const format = at > path.lastIndexOf('/') + 1 ? formatOf.get(path.slice(at + 1).toLowerCase()) : undefined;
  return format && { path, slug: path.slice(0, at), format };
}

/** The title of a page: the last part of its slug, with spaces. */
export function titleOf(slug: string): string {
  return slug.slice(slug.lastIndexOf('/') + 1).replaceAll('-', ' ');
}

/** The folder of a slug; empty for the root. */
export function folderOfSlug(slug: string): string {
  return slug.slice(0, Math.max(slug.lastIndexOf('/'), 0));
}

/** The file of a page. */
export function fileOf(slug: string, format: WikiFormat): string {
  return `${slug}.${extensions[format][0]}`;
}

/**
 * The slug of a title. Without a slash the page is in `folder`; after a leading slash its folders
 * are relative to the root. Throws ValidationError for a title that cannot be a file name, or that
 * a command would parse as an option.
 */
export function slugOfTitle(title: string, folder = ''): string {
  const parts = title.split('/').map((part) => part.trim().replace(/ +/g, '-'));
  if (parts[0] === '' && parts.length > 1) parts.shift();
  else if (parts.length === 1 && folder !== '') parts.unshift(...folder.split('/'));
  const name = parts.at(-1) ?? '';
  if (name === '') throw invalid("can't be blank");
  if (Buffer.byteLength(name) > MAX_TITLE_BYTES) throw invalid(`exceeds the limit of ${MAX_TITLE_BYTES} bytes`);
  const folders = parts.slice(0, -1);
  if (folders.some((part) => Buffer.byteLength(part) > MAX_FOLDER_BYTES))
    throw invalid(`exceeds the limit of ${MAX_FOLDER_BYTES} bytes for directory name`);
  if (folders.length > MAX_FOLDERS || parts.some((part) => !isAllowed(part))) throw invalid('is invalid');
  return parts.join('/');
}

function isAllowed(part: string): boolean {
  return part !== '' && !part.startsWith('-') && !part.startsWith('.') && !control.test(part) && isWellFormed(part);
}

function invalid(text: string): ValidationError {
  return new ValidationError({ title: [text] });
}
