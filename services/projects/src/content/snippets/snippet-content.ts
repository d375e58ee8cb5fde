/** Stores the content of snippets: short texts in the document, long ones in a file. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import type { Download } from '@forgemesh/rpc';
import type { SnippetDocument } from './snippet.model';
import type { SnippetsDeps } from './deps';

/** Contents above this size (bytes) are stored as files. */
const INLINE_BYTES = 1024 * 1024;

/** Fields of the document that hold the content. */
export type StoredContent = Pick<SnippetDocument, 'content' | 'content_file'>;

/**
 * Stores content. Each long text gets a new file name, so that a reader never sees a partial file.
 * Throws ValidationError above the size limit.
 */
export async function storeContent(
  { settings, snippetFiles }: Pick<SnippetsDeps, 'settings' | 'snippetFiles'>,
  content: string,
): Promise<StoredContent> {
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

/** Removes the file of content that is no longer used. */
export async function deleteContent(
  { snippetFiles }: Pick<SnippetsDeps, 'snippetFiles'>,
  { content_file: name }: StoredContent,
): Promise<void> {
  if (name) await snippetFiles.remove(name);
}

/** The content as a download with headers that make browsers treat it as plain text. */
export async function rawContent(
  { snippetFiles }: Pick<SnippetsDeps, 'snippetFiles'>,
  snippet: SnippetDocument,
): Promise<Download> {
  if (!snippet.content_file) {
    const bytes = Buffer.from(snippet.content ?? '');
    return { headers: rawHeaders(bytes.length), content: Readable.from(bytes.length > 0 ? [bytes] : []) };
  }
  const file = await snippetFiles.open(snippet.content_file);
  if (!file) throw new NotFoundError('Snippet');
  // A stored file never changes.
  const headers = { ...rawHeaders(file.size), ETag: `W/"${snippet.content_file}"` };
  return { headers, content: file.content };
}

/** The beginning of the content, at least as much as is stored in the document. */
export async function beginningOf(deps: SnippetsDeps, snippet: SnippetDocument): Promise<string> {
  if (!snippet.content_file) return snippet.content ?? '';
  const { content } = await rawContent(deps, snippet);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= INLINE_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function rawHeaders(size: number): Record<string, string> {
  return { 'Content-Type': 'text/plain', 'Content-Disposition': 'inline', 'Content-Length': String(size) };
}
