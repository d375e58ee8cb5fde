/** Counts what an archive contains and an import does not read. */
import { BadRequestError } from '@forgemesh/errors';

/** Maximum number of different relations that are not imported. */
const MAX_RELATIONS = 100;
/** Names of relations; others are not reported. */
const name = /^[a-z_]{1,100}$/;

/** Number of entries by relation that are not imported. */
export class OmittedRelations {
  readonly counts = new Map<string, number>();

  /** Adds entries of a relation. Throws BadRequestError for too many different relations. */
  add(relation: string, count = 1): void {
    if (count === 0 || !name.test(relation)) return;
    this.counts.set(relation, (this.counts.get(relation) ?? 0) + count);
    if (this.counts.size > MAX_RELATIONS) throw new BadRequestError('The archive has too many relations');
  }
}
