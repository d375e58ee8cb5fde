import { InvalidParameterError } from '@forgemesh/errors';

/** Content parameters of the API. */
export interface ContentParameters {
  content?: string | undefined;
  /** `text` (default) or `base64`. */
  encoding?: string | undefined;
}

/**
 * Decodes a content parameter; undefined if it is absent. Throws InvalidParameterError with the
 * given parameter name for invalid base64.
 */
export function contentOf({ content, encoding }: ContentParameters, name = 'content'): Buffer | undefined {
  if (content === undefined) return undefined;
  if (encoding !== 'base64') return Buffer.from(content, 'utf8');
  if (!isBase64(content)) throw new InvalidParameterError(`${name} is not valid base64`);
  return Buffer.from(content, 'base64');
}

/**
 * Clients break lines, omit padding or use the URL-safe alphabet. Two simple searches, because a
 * content may be many megabytes long.
 */
function isBase64(text: string): boolean {
  const end = text.search(/[^A-Za-z0-9+/_\-\s]/);
  return end < 0 || !/[^=\s]/.test(text.slice(end));
}
