import { idBatches, rowDownload, type EntityDocument, type EntityStore } from '@forgemesh/kit';
import { ProjectBundleServiceService } from '@forgemesh/proto/repository/v1/project_bundle';
import { downloadOperation } from '../operation';
import type { Repositories } from '../service';
import { protectedBranchRow, protectedTagRow, releaseRow } from './repository.row';

const BATCH = 100;

/** Reads releases and protections of a project. */
export const exportRepositoryRows = downloadOperation(
  ProjectBundleServiceService.exportRepositoryRows,
  async ({ project_id }, { deps }) => rowDownload(rowsOf(deps, project_id)),
);

async function* rowsOf(deps: Repositories, projectId: number): AsyncGenerator<object> {
  yield* named('releases', deps.releases, projectId, releaseRow);
  yield* named('protected_branches', deps.protectedBranches, projectId, protectedBranchRow);
  yield* named('protected_tags', deps.protectedTags, projectId, protectedTagRow);
}

async function* named<T extends EntityDocument>(
  relation: string,
  store: EntityStore<T>,
  project_id: number,
  rowOf: (document: T) => object,
): AsyncGenerator<object> {
  for await (const documents of idBatches(store, { project_id }, BATCH))
    for (const document of documents) yield { relation, row: rowOf(document) };
}
