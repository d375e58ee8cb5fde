/**
 * Jobs of mirrors were stored under other names once. They are found by an index that only
 * databases of then have, and which goes with the last of them: so it costs a new database nothing,
 * and is safe to repeat.
 */
import type { Projects } from '../deps';

const BATCH = 100;
const OLD_INDEX = 'mirror_due_at_1';
/** Old name to new. */
const names = {
  mirror_due_at: 'job_due_at',
  mirror_run: 'job_run',
  mirror_again: 'job_again',
  mirror_failures: 'job_failures',
} as const;
const old = { $or: Object.keys(names).map((name) => ({ [name]: { $exists: true } })) };

/** Renames their fields. What was written under a new name meanwhile counts. */
export async function renameOldJobs({ projects, remoteMirrors }: Pick<Projects, 'projects' | 'remoteMirrors'>) {
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
      // Another process, which started at the same moment, was first.
      if (await collection.indexExists(OLD_INDEX)) throw error;
    });
  }
}
