import { t } from '@lingui/core/macro';
import { Avatar } from '../avatar';
import type { Suggestion } from './completion';
import type { CaretPosition } from './caret-position';
import styles from './editor.module.css';

interface CompletionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  chosen: number;
  place: CaretPosition;
  choose: (suggestion: Suggestion) => void;
}

/** The list at the caret. The text area keeps the focus. */
export function CompletionList({ id, suggestions, chosen, place, choose }: CompletionListProps) {
  return (
    <ul
      className={styles.editorCompletion}
      id={id}
      role="listbox"
      aria-label={t`Suggestions`}
      // Styles set by scripts are allowed by the content policy, unlike those in HTML.
      style={{ top: place.bottom + 4, left: `min(${Math.max(place.left, 0)}px, calc(100% - min(440px, 100%)))` }}
    >
      {suggestions.map((suggestion, index) => (
        <li
          key={suggestion.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          ref={index === chosen ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
          // A click would take the focus away.
          onPointerDown={(event) => {
            event.preventDefault();
            choose(suggestion);
          }}
        >
          {suggestion.avatar !== undefined && (
            <Avatar name={suggestion.hint ?? suggestion.text} url={suggestion.avatar} size={20} />
          )}
          {suggestion.emoji !== undefined && <span aria-hidden="true">{suggestion.emoji}</span>}
          {suggestion.color !== undefined && (
            <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true">
              <circle cx="5" cy="5" r="5" fill={suggestion.color} />
            </svg>
          )}
          <span className="nowrap">{suggestion.text}</span>
          {suggestion.hint !== undefined && <span className="muted small truncate">{suggestion.hint}</span>}
        </li>
      ))}
    </ul>
  );
}
