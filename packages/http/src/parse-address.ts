/** Validates URLs that users provide and that are stored as entered. */

/**
 * Whitespace, control characters and delimiters. A parser drops or escapes them, so the URL that is
 * called would differ from the stored one.
 */
const forbidden = /[\s\x00-\x1f\x7f<>"]/;

/** Parses a URL; undefined if the text is not a valid URL as it is. */
export function parseAddress(text: string): URL | undefined {
  return URL.canParse(text) && !forbidden.test(text) ? new URL(text) : undefined;
}
