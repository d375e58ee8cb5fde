/**
 * Jobs that are documents of a collection. A due time and the id of a claim on the document are the
 * whole state of a job:
 *
 * | due time | claim | job |
 * |---|---|---|
 * | past | absent | due |
 * | future | absent | waits, for example for a retry |
 * | future | present | runs; the due time is the end of its lease |
 * | past | present | its process died: due |
 * | absent | absent | complete |
 */
import { retryWriteConflicts } from '@forgemesh/data';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { Claim, JobStore } from './job-store';

/** Where the jobs are. */
export interface DocumentClaimsOptions<T> {
  model: Model<T>;
  /** Selects the documents that may run now; all by default. */
  filter?: () => QueryFilter<T>;
  /** Name of the field with the due time. It has an index. */
  dueAt: string;
  /** Name of the field with the id of the claim. */
  run: string;
  /** Further operators of the claim, such as `$inc` of a number of attempts. */
  onClaim?: UpdateQuery<T>;
}

/** The result of a run. */
export interface JobEnd<T> {
  /** Fields to set, and names of fields to remove. */
  set?: UpdateQuery<T>['$set'];
  unset?: readonly string[];
  /** When the job is due again, for example for a retry; null if it is complete. */
  dueAt: Date | null;
}

/** Claims of documents. */
export class DocumentClaims<T extends { _id: number | string }> implements JobStore<T['_id'], T> {
  constructor(private readonly options: DocumentClaimsOptions<T>) {}

  async findDue(limit: number, running: readonly T['_id'][]): Promise<T['_id'][]> {
    const { model, filter, dueAt } = this.options;
    const others = running.length > 0 ? { _id: { $nin: running } } : {};
    const due = await model
      .find({ ...filter?.(), [dueAt]: { $lte: new Date() }, ...others } as QueryFilter<T>, { _id: 1 })
      .sort({ [dueAt]: 1 })
      .limit(limit)
      .lean<Pick<T, '_id'>[]>();
    return due.map(({ _id }) => _id);
  }

  async claim(id: T['_id'], { run, leaseMs }: Claim): Promise<T | null> {
    const { model, filter, dueAt, run: runField, onClaim = {} } = this.options;
    const now = Date.now();
    const due = { ...filter?.(), _id: id, [dueAt]: { $lte: new Date(now) } } as QueryFilter<T>;
    const claim = { ...onClaim, $set: { [dueAt]: new Date(now + leaseMs), [runField]: run } } as UpdateQuery<T>;
    return retryWriteConflicts(
      () => model.findOneAndUpdate(due, claim, { returnDocument: 'after' }).lean().exec() as Promise<T | null>,
    );
  }

  renew(id: T['_id'], { run, leaseMs }: Claim): Promise<boolean> {
    return this.update(id, run, { $set: { [this.options.dueAt]: new Date(Date.now() + leaseMs) } });
  }

  async giveBack(id: T['_id'], { run }: Claim): Promise<void> {
    await this.end(id, run, { dueAt: new Date() });
  }

  /** Stores the result of a run and releases its claim; false if the claim was lost. */
  end(id: T['_id'], run: string, { set, unset = [], dueAt }: JobEnd<T>): Promise<boolean> {
    const { dueAt: dueField, run: runField } = this.options;
    const fields = { ...set, ...(dueAt && { [dueField]: dueAt }) };
    const removed = [runField, ...unset, ...(dueAt ? [] : [dueField])];
    return this.update(id, run, {
      ...(Object.keys(fields).length > 0 && { $set: fields }),
      $unset: Object.fromEntries(removed.map((name) => [name, 1])),
    });
  }

  private async update(id: T['_id'], run: string, update: object): Promise<boolean> {
    const { model, run: runField } = this.options;
    const claimed = { _id: id, [runField]: run } as QueryFilter<T>;
    const { matchedCount } = await retryWriteConflicts(() => model.updateOne(claimed, update as UpdateQuery<T>).exec());
    return matchedCount > 0;
  }
}
