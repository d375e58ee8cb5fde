import { InvalidParameterError } from '@forgemesh/errors';

/** A content as the API takes it. */
export interface ContentParameters {
  content?: string | undefined;
  /** `text` (default) or `base64`. */
  encoding?: string | undefined;
}

/**
 * The bytes of a content; undefined where none was given. Throws InvalidParameterError, under the
 * name of its parameter, for one that is not as encoded as it says.
 */
export function contentOf({ content, encoding }: ContentParameters, name = 'content'): Buffer | undefined {
  if (content === undefined) return undefined;
  if (encoding !== 'base64') return Buffer.from(content, 'utf8');
  if (!isBase64(content)) throw new InvalidParameterError(`${name} is not valid base64`);
  return Buffer.from(content, 'base64');
}

/**
 * Clients break lines, leave padding out or write the alphabet of URLs. Two plain searches: a
 * content may be many megabytes long.
 */
function isBase64(text: string): boolean {
  const end = text.search(/[^A-Za-z0-9+/_\-\s]/);
  return end < 0 || !/[^=\s]/.test(text.slice(end));
}
