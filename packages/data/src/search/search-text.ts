/** Texts that are searched by the words in them. */

/** Maximum searchable length of one text, in characters. */
const MAX_TEXT = 500;

/** Search field of a document. */
export interface SearchFields {
  /** Lower-cased texts, one per line. */
  search_text: string;
}

/** Builds the search field of a document from its texts. */
export function searchFields(...texts: (string | null | undefined)[]): SearchFields {
  const lines = texts.map((text) => (text ?? '').slice(0, MAX_TEXT).toLowerCase().replace(/\s+/g, ' '));
  return { search_text: lines.join('\n') };
}

/** Returns the words of a search: each must occur in the text, regardless of case and position. */
export function wordsOf(search: string | undefined): string[] {
  return (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** Returns the pattern that a text with the word matches. */
export function patternOf(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Returns all sequences of three characters in the words of a text, each once: no searched word
 * contains a space. A character is a code point, so that no half of a surrogate pair is stored.
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
