/** Footnotes: `[^1]` refers to `[^1]: text`. Their ids differ between the texts of a page. */
import { createHash } from 'node:crypto';
import type { MarkdownIt as Parser } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { ID_PREFIX } from './headings';

/** What ids of footnotes begin with, as environment of the rendering. */
export interface FootnoteEnvironment {
  docId?: string;
}

/** Returns the environment of a text. */
export function footnoteEnvironment(text: string): FootnoteEnvironment {
  return { docId: createHash('sha256').update(text).digest('hex').slice(0, 8) };
}

/** Adds footnotes to a parser. */
export function footnotes(parser: Parser): void {
  parser.use(footnote);
  const { rules } = parser.renderer;
  rules['footnote_ref'] = (tokens, index, _options, environment) => {
    const { docId } = environmentOf(environment);
    const { id, subId } = placeOf(tokens[index]?.meta);
    const number = id + 1;
    const anchor = `fn-${docId}-${number}`;
    const back = `fnref-${docId}-${number}${subId > 0 ? `-${subId}` : ''}`;
    return `<sup class="footnote-ref"><a href="#${anchor}" id="${ID_PREFIX}${back}">${number}</a></sup>`;
  };
  rules['footnote_open'] = (tokens, index, _options, environment) => {
    const { docId } = environmentOf(environment);
    return `<li id="${ID_PREFIX}fn-${docId}-${placeOf(tokens[index]?.meta).id + 1}" class="footnote-item">`;
  };
  rules['footnote_anchor'] = (tokens, index, _options, environment) => {
    const { docId } = environmentOf(environment);
    const { id, subId } = placeOf(tokens[index]?.meta);
    const back = `fnref-${docId}-${id + 1}${subId > 0 ? `-${subId}` : ''}`;
    return ` <a href="#${back}" class="footnote-backref" title="Back to the text">↩︎</a>`;
  };
  rules['footnote_block_open'] = () => '<section class="footnotes">\n<ol>\n';
}

function environmentOf(environment: unknown): Required<FootnoteEnvironment> {
  const { docId = '' } = (environment ?? {}) as FootnoteEnvironment;
  return { docId };
}

interface Place {
  /** Number of the footnote, starting at 0. */
  id: number;
  /** Number of the reference to it, starting at 0. */
  subId: number;
}

function placeOf(meta: unknown): Place {
  const { id = 0, subId = 0 } = (meta ?? {}) as Partial<Place>;
  return { id, subId };
}
