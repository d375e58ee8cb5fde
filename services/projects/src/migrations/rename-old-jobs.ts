import type { Model } from 'mongoose';

/**
 * Renames the fields of mirror jobs that an early version stored under other names. Only databases
 * of that version have the index that the query uses, and it is dropped with the last old document.
 * The migration therefore costs new databases nothing and is idempotent.
 */

const BATCH = 100;
const OLD_INDEX = 'mirror_due_at_1';
/** Old name to new name. */
const names = {
  mirror_due_at: 'job_due_at',
  mirror_run: 'job_run',
  mirror_again: 'job_again',
  mirror_failures: 'job_failures',
} as const;
const old = { $or: Object.keys(names).map((name) => ({ [name]: { $exists: true } })) };

/** The documents of jobs. */
interface JobStore {
  model: Pick<Model<{ _id: number }>, 'collection'>;
}

/** Renames the fields. Values that exist under the new name are kept. */
export async function renameOldJobs({ projects, remoteMirrors }: Record<'projects' | 'remoteMirrors', JobStore>) {
  for (const { model } of [projects, remoteMirrors]) {
    const { collection } = model;
    if (!(await collection.indexExists(OLD_INDEX))) continue;
    for (;;) {
      const rows = await collection.find(old).limit(BATCH).toArray();
      for (const row of rows) {
        const renamed = Object.entries(names).filter(([from, to]) => row[from] !== undefined && row[to] === undefined);
        const set = Object.fromEntries(renamed.map(([from, to]) => [to, row[from]]));
        const unset = Object.fromEntries(Object.keys(names).map((name) => [name, 1]));
        await collection.updateOne({ _id: row._id }, { ...(renamed.length > 0 && { $set: set }), $unset: unset });
      }
      if (rows.length < BATCH) break;
    }
    await collection.dropIndex(OLD_INDEX).catch(async (error: unknown) => {
      // A process that started at the same time dropped the index.
      if (await collection.indexExists(OLD_INDEX)) throw error;
    });
  }
}
