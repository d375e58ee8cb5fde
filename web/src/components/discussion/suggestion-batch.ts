/** Suggestions that the visitor collects, to apply them with one commit. */
import { useSyncExternalStore } from 'react';

/** The ids of the suggestions by the merge request that they belong to. */
const batches = new Map<string, readonly number[]>();
const listeners = new Set<() => void>();
const NONE: readonly number[] = [];

/** The suggestions of a merge request, with functions that change them. */
export function useSuggestionBatch(request: string) {
  const ids = useSyncExternalStore(subscribe, () => batches.get(request) ?? NONE);
  return {
    ids,
    toggle: (id: number): void => change(request, ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]),
    clear: (): void => change(request, NONE),
  };
}

function change(request: string, ids: readonly number[]): void {
  batches.set(request, ids);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
