/** Splits the text of a search into the text to find and conditions on paths. */
import type { PathCondition } from '@forgemesh/git-engine';

/** What to search for. */
export interface ParsedSearch {
  /** Empty to find files by the conditions alone. */
  text: string;
  conditions: PathCondition[];
}

const words = /(?<=^|\s)(-?)(path|filename|extension):(?:"([^"]*)"|(\S+))\s?/gi;

/** Parses a search; texts without the words of conditions stay as they are. */
export function parseSearch(search: string): ParsedSearch {
  const conditions: PathCondition[] = [];
  const text = search.replace(words, (_word, sign: string, kind: string, quoted?: string, plain?: string) => {
    const pattern = quoted ?? plain ?? '';
    if (pattern !== '')
      conditions.push({
        kind: kind.toLowerCase() as PathCondition['kind'],
        pattern,
        is_excluded: sign === '-',
      });
    return '';
  });
  return { text: conditions.length === 0 ? search : text.trim(), conditions };
}
