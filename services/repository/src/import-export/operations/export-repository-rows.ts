import { idBatches, type EntityDocument, type EntityStore } from '@forgemesh/data';
import { downloadOperation, type Call, rowDownload } from '@forgemesh/rpc';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { pipelineRow, MAX_STATUSES } from '../pipeline.row';
import type { CommitStatusDocument } from '#ci/pipelines';
import { protectedBranchRow, protectedTagRow, releaseRow } from '../repository.row';
import type { BundlesDeps } from '../deps';

const BATCH = 100;

/** Exports the releases, protections and pipelines of a project. */
export const exportRepositoryRows = downloadOperation(
  ProjectBundleServiceDefinition.exportRepositoryRows,
  async ({ project_id }, { deps }: Call<BundlesDeps>) => rowDownload(rowsOf(deps, project_id)),
);

async function* rowsOf(deps: BundlesDeps, projectId: number): AsyncGenerator<object> {
  yield* named('releases', deps.releases, projectId, releaseRow);
  yield* named('protected_branches', deps.protectedBranches, projectId, protectedBranchRow);
  yield* named('protected_tags', deps.protectedTags, projectId, protectedTagRow);
  yield* pipelineRows(deps, projectId);
}

/** Each pipeline with its newest statuses. */
async function* pipelineRows(deps: BundlesDeps, project_id: number): AsyncGenerator<object> {
  for await (const pipelines of idBatches(deps.pipelines, { project_id }, BATCH))
    for (const pipeline of pipelines) {
      const statuses = await deps.commitStatuses.model
        .find({ pipeline_id: pipeline._id })
        .sort({ _id: -1 })
        .limit(MAX_STATUSES)
        .lean<CommitStatusDocument[]>();
      yield { relation: 'ci_pipelines', row: pipelineRow(pipeline, statuses.reverse()) };
    }
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
