import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { Avatar } from '../../avatar';
import type { FilterChoice, Suggestion } from './filter-suggestions';
import styles from './filters.module.css';

interface FilterOptionsProps {
  id: string;
  suggestions: readonly Suggestion[];
  current: number;
  isLoading: boolean;
  choose: (suggestion: Suggestion) => void;
}

/** The list below the field, which keeps the focus. */
export function FilterOptions({ id, suggestions, current, isLoading, choose }: FilterOptionsProps) {
  return (
    <div className={styles.filterOptions}>
      <ul id={`${id}-list`} role="listbox" aria-label={t`Filters`} aria-busy={isLoading}>
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            ref={index === current ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
            // A click would take the focus away.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(suggestion);
            }}
          >
            <Option suggestion={suggestion} />
          </li>
        ))}
      </ul>
      {suggestions.length === 0 && (
        <p className="muted small">{isLoading ? t`Loading` : t`Nothing found. Type a value and press Enter.`}</p>
      )}
    </div>
  );
}

function Option({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.action === 'filter') return <span>{suggestion.kind.text}</span>;
  if (suggestion.action === 'value') return <Choice choice={suggestion.choice} />;
  return (
    <>
      <Search size={14} aria-hidden="true" />
      <span className="truncate">
        <Trans>Search for “{suggestion.text}”</Trans>
      </span>
    </>
  );
}

function Choice({ choice: { text, hint, color, avatar, emoji } }: { choice: FilterChoice }) {
  return (
    <>
      {avatar !== undefined && <Avatar name={text} url={avatar} size={20} />}
      {emoji !== undefined && <span aria-hidden="true">{emoji}</span>}
      {color !== undefined && (
        <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true">
          <circle cx="5" cy="5" r="5" fill={color} />
        </svg>
      )}
      <span className="nowrap">{text}</span>
      {hint !== undefined && <span className="muted small truncate">{hint}</span>}
    </>
  );
}
