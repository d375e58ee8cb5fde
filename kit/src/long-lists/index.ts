// Doors of this folder.

export { countRange, createLongLists, listRange, readFirst, type LongLists, type RangeQuery } from './list-range';
export type { RowCheck } from './row-check';
