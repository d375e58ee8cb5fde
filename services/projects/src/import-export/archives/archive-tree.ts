/** The data of a project archive, independent of its layout. */
import type { UntrustedRecord } from '@forgemesh/data';

/** The tree of an archive. */
export interface ArchiveTree {
  /** The fields of the project itself. */
  project: UntrustedRecord;
  /** The entries of a list; none if the list is missing. */
  rows(relation: string): AsyncIterable<unknown>;
  /** Number of entries by relation that are not imported. */
  omitted: ReadonlyMap<string, number>;
}
