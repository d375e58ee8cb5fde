/** Text in git objects is bytes with an optional named encoding. */

/** Decodes bytes as UTF-8, or as the named encoding if this platform supports it. */
export function decodeText(bytes: Buffer | undefined, encoding?: string): string {
  if (bytes === undefined) return '';
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return bytes.toString('utf8');
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return bytes.toString('utf8');
    throw error;
  }
}
