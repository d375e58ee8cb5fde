/**
 * Substring search: documents store lower-cased text and its trigrams; the trigram index narrows, a
 * pattern verifies.
 *
 * Every word of a search must occur in the text, regardless of case and position. A searchable
 * collection has the two fields `search_text` and `search_trigrams` (the latter with an index),
 * filled by `searchFields`.
 */

/** Maximum searchable length of one text, in characters. */
const MAX_TEXT = 500;

/** Search fields of a document. */
export interface SearchFields {
  /** Lower-cased texts, one per line. */
  search_text: string;
  /** All sequences of three characters in them. */
  search_trigrams: string[];
}

/** Builds the search fields of a document from its texts. */
export function searchFields(...texts: (string | null | undefined)[]): SearchFields {
  const lines = texts.map((text) => (text ?? '').slice(0, MAX_TEXT).toLowerCase().replace(/\s+/g, ' '));
  return { search_text: lines.join('\n'), search_trigrams: [...new Set(lines.flatMap(trigramsOf))] };
}

/** Builds the conditions of a search; empty if it has no word. */
export function searchFilter(search: string | undefined): Record<string, unknown> {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return {};
  const trigrams = [...new Set(words.flatMap(trigramsOf))];
  return {
    ...(trigrams.length > 0 && { search_trigrams: { $all: trigrams } }),
    $and: words.map((word) => ({ search_text: { $regex: word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') } })),
  };
}

/**
 * Returns sequences of three characters; a character is a code point, so that no half of a
 * surrogate pair is stored.
 */
function trigramsOf(text: string): string[] {
  const characters = [...text];
  return Array.from({ length: Math.max(characters.length - 2, 0) }, (_, start) =>
    characters.slice(start, start + 3).join(''),
  );
}
