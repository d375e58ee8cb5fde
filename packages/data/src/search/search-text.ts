/** Texts that are searched by the words and phrases in them. */

/** Maximum searchable length of one text, in characters. */
const MAX_TEXT = 500;

/** Search field of a document. */
export interface SearchFields {
  /** Lower-cased texts, one per line. */
  search_text: string;
}

/** Builds the search field of a document from its texts. */
export function searchFields(...texts: (string | null | undefined)[]): SearchFields {
  return { search_text: texts.map((text) => lineOf(text?.slice(0, MAX_TEXT))).join('\n') };
}

function lineOf(text: string | null | undefined): string {
  return (text ?? '').toLowerCase().replace(/\s+/g, ' ');
}

/** A text in quotation marks, before and after which only spaces or the ends of the search are. */
const quoted = /(?<=^|\s)"([^"]+)"(?=\s|$)/g;

/**
 * Returns the terms of a search: its words, and the phrases in quotation marks without these. Each
 * term must occur in the text, regardless of case and position.
 */
export function searchTermsOf(search: string | undefined): string[] {
  const text = (search ?? '').toLowerCase();
  const phrases = Array.from(text.matchAll(quoted), ([, phrase = '']) => phrase.replace(/\s+/g, ' '));
  const words = text.replaceAll(quoted, ' ').split(/\s+/);
  return [...phrases.filter((phrase) => phrase !== ' '), ...words.filter(Boolean)];
}

/** Whether each term of a search is in at least one of the texts. */
export function containsTerms(texts: readonly (string | null | undefined)[], terms: readonly string[]): boolean {
  const lines = texts.map(lineOf);
  return terms.every((term) => lines.some((line) => line.includes(term)));
}

/** Returns the pattern that a text with the term matches. */
export function patternOf(term: string): string {
  return term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Returns all sequences of three characters in the words of a text, each once. Those across spaces
 * would select hardly fewer documents. A character is a code point, so that no half of a surrogate
 * pair is stored.
 */
export function trigramsOf(text: string): Set<string> {
  return new Set(text.split(/\s+/).flatMap(trigramsOfWord));
}

function trigramsOfWord(word: string): string[] {
  const characters = [...word];
  return Array.from({ length: Math.max(characters.length - 2, 0) }, (_, start) =>
    characters.slice(start, start + 3).join(''),
  );
}
