/** Keeps repositories fast to read, off the way of requests: commit graph and packs. */
import { repositoryExists } from '../git/storage/ensure-repository';
import type { Repositories } from '../service';
import type { UpkeepDocument } from './upkeep.model';

/** Repositories that one run looks after. */
const BATCH = 20;
/** After so many changes everything is packed again. */
const CHANGES_UNTIL_REPACK = 200;

/** Tidies the repositories that changed most, one after the other. */
export async function tidyRepositories(repositories: Repositories): Promise<void> {
  const due = (await repositories.upkeeps
    .find({ changes: { $gt: 0 } }, undefined, { sort: { changes: -1 }, limit: BATCH })
    .lean()) as UpkeepDocument[];
  for (const upkeep of due) {
    try {
      await tidy(repositories, upkeep);
    } catch (error) {
      repositories.log.warn({ err: error, project_id: upkeep.project_id }, 'repository not tidied');
    }
  }
}

async function tidy(
  { transportGit, storages, upkeeps }: Repositories,
  { _id, project_id, storage, kind, changes, unpacked_changes: unpacked }: UpkeepDocument,
): Promise<void> {
  const { repo } = storages.locate(project_id, storage, kind);
  if (!(await repositoryExists(repo))) return void (await upkeeps.deleteOne({ _id }));
  const isRepackDue = unpacked >= CHANGES_UNTIL_REPACK;
  if (isRepackDue) {
    await transportGit.packRefs({ repo }, { timeoutMs: 0 });
    await transportGit.repack({ repo }, { timeoutMs: 0 });
  }
  await transportGit.writeCommitGraph({ repo }, { timeoutMs: 0 });
  // Changes that came meanwhile stay counted.
  await upkeeps.updateOne({ _id }, { $inc: { changes: -changes, unpacked_changes: isRepackDue ? -unpacked : 0 } });
}
