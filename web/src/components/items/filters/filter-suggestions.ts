/** What the field of the filters offers for a typed text. */
import { exclusionOf } from '#lib/filter-params';
import type { FilterKind } from './filter-kinds';

/** A value that a filter can have. */
export interface FilterChoice {
  value: string;
  text: string;
  hint?: string;
  /** Colour of a label. */
  color?: string;
  /** Address of a picture, for people; null for those without one. */
  avatar?: string | null;
  emoji?: string;
}

/** A filter whose value is being chosen. */
export interface PendingFilter {
  kind: FilterKind;
  isExcluded: boolean;
}

/** An entry of the list below the field. */
export type Suggestion =
  | { key: string; action: 'search'; text: string }
  | { key: string; action: 'filter'; kind: FilterKind }
  | { key: string; action: 'value'; choice: FilterChoice };

const MAX_SHOWN = 12;

/** Returns the name of a filter in the address. */
export function addressNameOf({ kind, isExcluded }: PendingFilter): string {
  return isExcluded ? exclusionOf(kind.name) : kind.name;
}

/** Offers a search for the text, and the filters whose names have it. */
export function suggestFilters(kinds: readonly FilterKind[], text: string): Suggestion[] {
  const wanted = text.trim().toLowerCase();
  const found = kinds.filter((kind) => kind.text.toLowerCase().includes(wanted));
  return [
    ...(wanted === '' ? [] : [{ key: 'search', action: 'search' as const, text: text.trim() }]),
    ...found.map((kind) => ({ key: `filter ${kind.name}`, action: 'filter' as const, kind })),
  ];
}

/** Offers the values that have the text, and the text itself if it may be a value. */
export function suggestValues(
  { kind, isExcluded }: PendingFilter,
  choices: readonly FilterChoice[],
  text: string,
): Suggestion[] {
  const wanted = text.trim().toLowerCase();
  // Words such as "Any" cannot be excluded.
  const words = isExcluded ? [] : kind.words.map(([value, word]) => ({ value, text: word }));
  const found = [...words, ...choices].filter((choice) => hasText(choice, wanted)).slice(0, MAX_SHOWN);
  const isOffered = found.some(({ value }) => value.toLowerCase() === wanted);
  const own = kind.isOpen && wanted !== '' && !isOffered ? [{ value: text.trim(), text: text.trim() }] : [];
  return [...found, ...own].map((choice) => ({ key: `value ${choice.value}`, action: 'value', choice }));
}

/** Returns the filter that a text such as `label:` or `-label:` names. */
export function filterTyped(kinds: readonly FilterKind[], text: string): PendingFilter | undefined {
  const [, minus, name = ''] = /^\s*(-?)([^:]+):$/.exec(text) ?? [];
  const wanted = name.trim().toLowerCase();
  const kind = kinds.find((entry) => entry.text.toLowerCase() === wanted || entry.name === wanted);
  return kind && { kind, isExcluded: minus === '-' && kind.canExclude };
}

function hasText({ value, text, hint = '' }: FilterChoice, wanted: string): boolean {
  return `${text} ${hint} ${value}`.toLowerCase().includes(wanted);
}
