/**
 * Filters of lists of issues and merge requests, in the address: a field with the chosen filters,
 * which completes their names and values.
 */
import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import type { Filters } from '#lib/use-filters';
import type { ItemScope } from '../item-scope';
import { FilterChips, shownFilters } from './filter-chips';
import { filterKinds, type FilterKind, type ListKind } from './filter-kinds';
import { FilterOptions } from './filter-options';
import {
  addressNameOf,
  filterTyped,
  suggestFilters,
  suggestValues,
  type PendingFilter,
  type Suggestion,
} from './filter-suggestions';
import { useFilterChoices } from './use-filter-choices';
import styles from './filters.module.css';

/** What the filters belong to. */
export interface FilterBarProps {
  filters: Filters;
  scope: ItemScope;
  list: ListKind;
  /** For the colours of chosen labels. */
  labels?: readonly { name: string; color: string }[] | undefined;
}

/** Shows the filters. */
export function FilterBar({ filters, scope, list, labels }: FilterBarProps) {
  const kinds = filterKinds[list];
  return (
    <div className={styles.filterBar}>
      <FilterChips filters={filters} kinds={kinds} labels={labels} />
      <FilterInput filters={filters} scope={scope} kinds={kinds} />
      {!filters.isEmpty && (
        <button
          type="button"
          className="button button-plain button-small button-icon"
          aria-label={t`Clear filters`}
          title={t`Clear filters`}
          onClick={filters.clear}
        >
          <X size={15} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

interface FilterInputProps {
  filters: Filters;
  scope: ItemScope;
  kinds: readonly FilterKind[];
}

function FilterInput({ filters, scope, kinds }: FilterInputProps) {
  const id = useId();
  const searched = filters.get('search') ?? '';
  const [text, setText] = useState(searched);
  const [lastSearched, setLastSearched] = useState(searched);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [pending, setPending] = useState<PendingFilter>();
  // The text follows the address.
  if (searched !== lastSearched) {
    setLastSearched(searched);
    setText(searched);
  }
  const choices = useFilterChoices(scope, pending?.kind.source, text);
  const suggestions = pending ? suggestValues(pending, choices ?? [], text) : suggestFilters(kinds, text);
  const current = Math.min(at, suggestions.length - 1);
  const start = (filter: PendingFilter | undefined, nextText = ''): void => {
    setPending(filter);
    setText(nextText);
    setAt(0);
  };
  const search = (): void => {
    setIsOpen(false);
    if (text.trim() !== searched) filters.set('search', text.trim());
  };
  const choose = (suggestion: Suggestion): void => {
    if (suggestion.action === 'search') return search();
    if (suggestion.action === 'filter') return start({ kind: suggestion.kind, isExcluded: false });
    if (!pending) return;
    const { value } = suggestion.choice;
    const name = addressNameOf(pending);
    const others = pending.kind.isRepeated ? filters.all(name).filter((entry) => entry !== value) : [];
    filters.set(name, [...others, value]);
    setIsOpen(false);
    start(undefined, searched);
  };
  const type = (typed: string): void => {
    setIsOpen(true);
    const named = pending ? undefined : filterTyped(kinds, typed);
    if (named) return start(named);
    setText(typed);
    setAt(0);
  };
  const removeLast = (): void => {
    if (pending) return start(undefined, searched);
    const last = shownFilters(filters, kinds).at(-1);
    if (last) filters.set(last.name, last.others);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const suggestion = suggestions[current];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isOpen && suggestion) choose(suggestion);
      else search();
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setIsOpen(false);
      start(undefined, searched);
    } else if (event.key === 'Backspace' && text === '') {
      removeLast();
    } else if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      if (isOpen) setAt((current + step + suggestions.length) % suggestions.length);
    }
  };
  const leave = (): void => {
    setIsOpen(false);
    if (pending) start(undefined, searched);
    else search();
  };
  return (
    <div className={styles.filterInput}>
      {pending && (
        <span className="nowrap">
          {pending.kind.text} {pending.isExcluded ? t`is not` : t`is`}
        </span>
      )}
      <input
        type="text"
        role="combobox"
        aria-label={pending ? pending.kind.text : t`Search or filter`}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && suggestions.length > 0 ? `${id}-${current}` : undefined}
        placeholder={pending ? t`Choose a value` : t`Search or filter`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onFocus={() => setIsOpen(true)}
        onClick={() => setIsOpen(true)}
        onBlur={leave}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      {isOpen && (
        <FilterOptions
          id={id}
          suggestions={suggestions}
          current={current}
          isLoading={pending !== undefined && choices === undefined}
          choose={choose}
        />
      )}
    </div>
  );
}
