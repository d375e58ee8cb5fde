/** Where the texts of snippets are: short ones in the document, long ones in a file. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import type { Download } from '@forgemesh/rpc';
import type { Projects } from '../../deps';
import type { SnippetDocument } from './snippet.model';

/** Longer texts are files (bytes). */
const INLINE_BYTES = 1024 * 1024;

/** The fields of a document that hold a text. */
export type StoredContent = Pick<SnippetDocument, 'content' | 'content_file'>;

/**
 * Keeps a text. Each long one is a file of its own name, so that a reader never sees half of it.
 * Throws ValidationError beyond the limit.
 */
export async function storeContent({ settings, snippetFiles }: Projects, content: string): Promise<StoredContent> {
  const bytes = Buffer.from(content);
  const limit = settings.current().snippet_size_limit;
  if (bytes.length > limit) {
    const problem = `is too long (${bytes.length} Bytes). The maximum size is ${limit} Bytes.`;
    throw new ValidationError({ content: [problem] });
  }
  if (bytes.length <= INLINE_BYTES) return { content, content_file: null };
  const name = randomUUID();
  await snippetFiles.write(name, Readable.from([bytes]));
  return { content: null, content_file: name };
}

/** Removes the file of a text that is kept no more. */
export async function deleteContent({ snippetFiles }: Projects, { content_file: name }: StoredContent): Promise<void> {
  if (name) await snippetFiles.remove(name);
}

/** The text as a download: no browser may take it for more than text. */
export async function rawContent({ snippetFiles }: Projects, snippet: SnippetDocument): Promise<Download> {
  if (!snippet.content_file) {
    const bytes = Buffer.from(snippet.content ?? '');
    return { headers: rawHeaders(bytes.length), content: Readable.from(bytes.length > 0 ? [bytes] : []) };
  }
  const file = await snippetFiles.open(snippet.content_file);
  if (!file) throw new NotFoundError('Snippet');
  return { headers: rawHeaders(file.size), content: file.content };
}

function rawHeaders(size: number): Record<string, string> {
  return { 'Content-Type': 'text/plain', 'Content-Disposition': 'inline', 'Content-Length': String(size) };
}
