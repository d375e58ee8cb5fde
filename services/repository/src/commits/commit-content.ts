/** A content as the API takes it. */
export interface ContentParameters {
  content?: string | undefined;
  /** `text` (default) or `base64`. */
  encoding?: string | undefined;
}

/** The bytes of a content; undefined where none was given. */
export function contentOf({ content, encoding }: ContentParameters): Buffer | undefined {
  return content === undefined ? undefined : Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
}
