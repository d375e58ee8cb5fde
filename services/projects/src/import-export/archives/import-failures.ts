/** Collects the parts of an archive that an import leaves out. */
import { rowFailure } from '@forgemesh/data';

/** Maximum number of failures that are kept; further ones are only counted. */
const MAX_FAILURES = 100;
const MAX_MESSAGE = 1_000;

/** A part of an archive that was not imported. */
export interface FailedRelation {
  exception_class: 'InvalidEntry' | 'DuplicateEntry' | 'RejectedFile' | 'UnsupportedRelation';
  source: 'relation' | 'file';
  exception_message: string;
  relation_name: string;
  /** Number of the entry within its relation, starting at 1; 0 for the relation as a whole. */
  line_number: number;
  created_at: Date;
}

/** The failures as stored on an import; absent on imports of earlier versions. */
export interface StoredFailures {
  failed_relations?: FailedRelation[];
  failed_relation_count?: number;
}

/** An entry that a service did not store. */
interface EntryFailure {
  /** Position within the relation, starting at 0. */
  position: number;
  reason: string;
  message: string;
}

/** The failures of one run of an import. */
export class ImportFailures {
  private readonly failures: FailedRelation[] = [];
  private count = 0;

  /** Relations that this instance does not have, with the number of their entries. */
  addOmitted(omitted: ReadonlyMap<string, number>): void {
    for (const [relation, count] of omitted)
      this.add(relation, 0, {
        exception_class: 'UnsupportedRelation',
        source: 'relation',
        exception_message: `${relation} cannot be imported (${count === 1 ? '1 entry' : `${count} entries`})`,
      });
  }

  /** Entries that a service did not store. */
  addEntries(relation: string, failures: readonly EntryFailure[]): void {
    for (const { position, reason, message } of failures)
      this.add(relation, position + 1, {
        exception_class: reason === 'duplicate' ? 'DuplicateEntry' : 'InvalidEntry',
        source: 'relation',
        exception_message: message,
      });
  }

  /** Runs work on one entry. Adds a failure and returns null if the entry is invalid. */
  async attempt<T>(relation: string, position: number, work: () => T | Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      this.addEntries(relation, [rowFailure(error, { relation, position })]);
      return null;
    }
  }

  /** A file that is left out. */
  addFile(relation: string, exception_message: string): void {
    this.add(relation, 0, { exception_class: 'RejectedFile', source: 'file', exception_message });
  }

  /** The failures to store on the import. */
  stored(): Required<StoredFailures> {
    return { failed_relations: [...this.failures], failed_relation_count: this.count };
  }

  private add(
    relation_name: string,
    line_number: number,
    { exception_message, ...rest }: Pick<FailedRelation, 'exception_class' | 'source' | 'exception_message'>,
  ): void {
    this.count++;
    if (this.failures.length >= MAX_FAILURES) return;
    const message = exception_message.slice(0, MAX_MESSAGE);
    this.failures.push({ ...rest, exception_message: message, relation_name, line_number, created_at: new Date() });
  }
}
