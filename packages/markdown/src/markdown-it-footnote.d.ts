/** This package has no types. */
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  /** Footnotes and their references. */
  function footnote(parser: MarkdownIt): void;
  export = footnote;
}
