/** Unified or side by side: a choice of the visitor that all diffs share. */
import { useSyncExternalStore } from 'react';

export type DiffMode = 'unified' | 'split';

const KEY = 'forgemesh.diff';
const wide = window.matchMedia('(min-width: 821px)');
const listeners = new Set<() => void>();

/** Stores the choice. */
export function chooseDiffMode(mode: DiffMode): void {
  localStorage.setItem(KEY, mode);
  for (const listener of listeners) listener();
}

/** The choice; narrow screens always show the unified form. */
export function useDiffMode(): DiffMode {
  return useSyncExternalStore(subscribe, current);
}

function current(): DiffMode {
  return wide.matches && localStorage.getItem(KEY) === 'split' ? 'split' : 'unified';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  wide.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    wide.removeEventListener('change', listener);
  };
}
