/**
 * Search by substring: documents keep lower-cased text and its trigrams; the index narrows, a
 * pattern verifies.
 *
 * Every word of a search must occur, in any case, anywhere in the text. A collection that is
 * searched has the two fields `search_text` and `search_trigrams` (the latter with an index) and
 * fills them with `searchFields`.
 */

/** Longest part of one text that is searched, in characters. */
const MAX_TEXT = 500;

/** What a searched document keeps. */
export interface SearchFields {
  /** Lower-cased texts, one per line. */
  search_text: string;
  /** All runs of three characters of them. */
  search_trigrams: string[];
}

/** The fields of a document that is found by the given texts. */
export function searchFields(...texts: (string | null | undefined)[]): SearchFields {
  const lines = texts.map((text) => (text ?? '').slice(0, MAX_TEXT).toLowerCase().replace(/\s+/g, ' '));
  return { search_text: lines.join('\n'), search_trigrams: [...new Set(lines.flatMap(trigramsOf))] };
}

/** Conditions on a document that is found by a search; none where the search has no word. */
export function searchFilter(search: string | undefined): Record<string, unknown> {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return {};
  const trigrams = [...new Set(words.flatMap(trigramsOf))];
  return {
    ...(trigrams.length > 0 && { search_trigrams: { $all: trigrams } }),
    $and: words.map((word) => ({ search_text: { $regex: word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') } })),
  };
}

/** Runs of three characters; a character is a code point, so that no half of a pair is stored. */
function trigramsOf(text: string): string[] {
  const characters = [...text];
  return Array.from({ length: Math.max(characters.length - 2, 0) }, (_, start) =>
    characters.slice(start, start + 3).join(''),
  );
}
