// Doors of this folder.

export { listInTurn, partsByKey, type ListInTurn, type ListPart } from './list-in-turn';
export { countRange, createLongLists, listRange, readFirst, type LongLists, type RangeQuery } from './list-range';
export type { RowCheck } from './row-check';
