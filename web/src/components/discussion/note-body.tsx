/** The text of a comment, with the changes that it suggests. */
import { useMemo } from 'react';
import type { Note } from '#api/types';
import type { DiscussionSource } from '#data/discussions';
import { useIsSignedIn } from '#session/use-session';
import type { ChangeTask } from '../html';
import { Markdown } from '../markdown';
import { splitSuggestions } from './suggestion-blocks';
import { SuggestionView } from './suggestion-view';

interface NoteBodyProps {
  note: Note;
  source: DiscussionSource;
  onTask: ChangeTask | undefined;
}

/** Shows the text. */
export function NoteBody({ note, source, onTask }: NoteBodyProps) {
  const isSignedIn = useIsSignedIn();
  const { body, suggestions = [] } = note;
  const parts = useMemo(() => (suggestions.length === 0 ? [] : splitSuggestions(body)), [body, suggestions.length]);
  const project = source.project?.path_with_namespace;
  if (suggestions.length === 0) return <Markdown text={body} project={project} onTask={onTask} />;
  // Blocks for lines that the file does not have are no suggestions.
  const rest = [...suggestions];
  return (
    <div className="stack-small">
      {parts.map((part, index) => {
        if ('text' in part) return <Markdown key={index} text={part.text} project={project} />;
        const at = rest.findIndex(({ to_content: content }) => content === part.suggested);
        const [suggestion] = at < 0 ? [] : rest.splice(at, 1);
        return suggestion ? (
          <SuggestionView key={suggestion.id} suggestion={suggestion} itemKey={source.itemKey} canApply={isSignedIn} />
        ) : (
          <pre key={index}>{part.suggested}</pre>
        );
      })}
    </div>
  );
}
