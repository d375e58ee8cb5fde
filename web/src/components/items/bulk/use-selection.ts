import { useState } from 'react';

/** The entries of a list that are chosen. */
export interface Selection<Item> {
  chosen: readonly Item[];
  has: (item: Item) => boolean;
  toggle: (item: Item) => void;
  choose: (items: readonly Item[]) => void;
}

/** Chooses among the shown items; others are not chosen any more. */
export function useSelection<Item extends { id: number }>(items: readonly Item[]): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return {
    chosen: items.filter(({ id }) => ids.has(id)),
    has: ({ id }) => ids.has(id),
    toggle: ({ id }) =>
      setIds((present) => {
        const next = new Set(present);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    choose: (chosen) => setIds(new Set(chosen.map(({ id }) => id))),
  };
}
