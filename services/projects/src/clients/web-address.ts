/** Addresses that users name, for what is kept as they wrote it. */

/**
 * Blanks, control characters and delimiters, which a parser drops or escapes: what is kept would
 * not be what is called.
 */
const forbidden = /[\s\x00-\x1f\x7f<>"]/;

/** The address that a text is as it stands; undefined for anything else. */
export function parseAddress(text: string): URL | undefined {
  return URL.canParse(text) && !forbidden.test(text) ? new URL(text) : undefined;
}
