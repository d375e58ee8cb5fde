/** The lines of a suggested change, as a diff shows them. */
import { diffArrays } from 'diff';

/** A line. */
export interface SuggestionRow {
  type: 'added' | 'removed' | 'context';
  text: string;
  /** The line that it replaces, or that replaces it. */
  other?: string | undefined;
}

/** Compares the lines before and after. */
export function suggestionRows(before: string, after: string): SuggestionRow[] {
  const parts = diffArrays(linesOf(before), linesOf(after));
  return parts.flatMap(({ value, added, removed }, index) => {
    // Added lines follow the removed ones that they replace.
    const other = added ? parts[index - 1] : removed ? parts[index + 1] : undefined;
    const isPair = added ? other?.removed === true : other?.added === true;
    const type = added ? 'added' : removed ? 'removed' : 'context';
    return value.map((text, line): SuggestionRow => ({ type, text, other: isPair ? other?.value[line] : undefined }));
  });
}

function linesOf(content: string): string[] {
  return content === '' ? [] : content.replace(/\n$/, '').split('\n');
}
