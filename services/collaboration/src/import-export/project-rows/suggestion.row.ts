/** Exports suggested changes of lines to archives and imports them. */
import type { UntrustedRecord } from '@forgemesh/data';
import type { DiffPosition, NoteDocument, SuggestionDocument } from '#discussion/notes';

/** Notes with more suggestions are refused. */
const MAX_SUGGESTIONS = 100;
const MAX_CONTENT = 1_000_000;

/** A suggestion of an archive, before it has an id. */
export type RestoredSuggestion = Omit<SuggestionDocument, 'id'>;

/** The suggestions of a note as archive entries. Their lines are relative to that of the note. */
export function suggestionRows({ suggestions = [], position }: NoteDocument, isOutdated: boolean): object[] {
  const line = position?.new_line ?? 0;
  return suggestions.map((suggestion, relative_order) => ({
    relative_order,
    applied: suggestion.commit_id !== null,
    commit_id: suggestion.commit_id,
    from_content: suggestion.from_content,
    to_content: suggestion.to_content,
    lines_above: line - suggestion.from_line,
    lines_below: suggestion.to_line - line,
    outdated: isOutdated || suggestion.is_outdated === true,
  }));
}

/** The suggestions of a note; none if the note is not on a line that exists after the change. */
export function restoreSuggestions(note: UntrustedRecord, position: DiffPosition | null): RestoredSuggestion[] {
  const line = position?.new_line ?? null;
  if (line === null) return [];
  return note.rows('suggestions', MAX_SUGGESTIONS).map((row) => {
    const suggestion: RestoredSuggestion = {
      from_line: Math.max(1, line - row.count('lines_above')),
      to_line: line + row.count('lines_below'),
      from_content: row.optionalText('from_content', MAX_CONTENT) ?? '',
      to_content: row.optionalText('to_content', MAX_CONTENT) ?? '',
      // An archive may not tell which commit applied it.
      commit_id: row.flag('applied') ? (row.optionalSha('commit_id') ?? '') : null,
    };
    return row.flag('outdated') ? { ...suggestion, is_outdated: true } : suggestion;
  });
}
