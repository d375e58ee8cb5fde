/** The published types of this package are for an older parser. */
declare module 'markdown-it-emoji' {
  import type { MarkdownIt } from 'markdown-it';

  /** All emoji with a name. */
  export function full(parser: MarkdownIt, options?: { shortcuts?: Record<string, string | string[]> }): void;
}
