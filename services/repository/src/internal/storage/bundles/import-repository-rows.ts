import { UntrustedRecord, isDuplicateKey } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import {
  ProjectBundleServiceDefinition,
  type ImportRepositoryRowsRequest,
} from '@forgemesh/proto/repository/v1/project_bundle';
import { internalOperation } from '../../../operation';
import type { Repositories } from '../../../deps';
import { restorePipeline, statusOf } from '../../../import-export/bundles/pipeline.row';
import {
  restoreProtectedBranch,
  restoreProtectedTag,
  restoreRelease,
} from '../../../import-export/bundles/repository.row';

/** Stores the releases, protections and pipelines of a project that is being imported. */
export const importRepositoryRows = internalOperation(
  ProjectBundleServiceDefinition.importRepositoryRows,
  async (request, { deps }) => {
    const { relation, offset } = request;
    const rows = request.rows.map((row, at) => UntrustedRecord.parse(row, `${relation} ${offset + at + 1}`));
    try {
      await store(deps, request, rows);
    } catch (error) {
      if (isDuplicateKey(error)) throw new BadRequestError(`${relation} has an entry twice`);
      throw error;
    }
    return {};
  },
);

async function store(deps: Repositories, request: ImportRepositoryRowsRequest, rows: UntrustedRecord[]): Promise<void> {
  const { relation, offset, import_key, project_id, importer_id, users } = request;
  const authorOf = (id: number | null): number => (id === null ? undefined : users[id]) ?? importer_id;
  const keyed = <Fields>(restore: (row: UntrustedRecord) => Fields) =>
    rows.map((row, at) => ({
      operation_id: `${import_key}/${relation}/${offset + at}`,
      project_id,
      ...restore(row),
    }));
  switch (relation) {
    case 'releases':
      await deps.releases.insertMany(keyed((row) => restoreRelease(row, authorOf)));
      return;
    case 'protected_branches':
      await deps.protectedBranches.insertMany(keyed(restoreProtectedBranch));
      return;
    case 'protected_tags':
      await deps.protectedTags.insertMany(keyed(restoreProtectedTag));
      return;
    case 'ci_pipelines':
      await storePipelines(
        deps,
        keyed((row) => ({ restored: restorePipeline(row, authorOf) })),
      );
      return;
    default:
      throw new BadRequestError(`${relation} cannot be imported`);
  }
}

type KeyedPipeline = { operation_id: string; project_id: number; restored: ReturnType<typeof restorePipeline> };

/** Stores pipelines, each with its statuses. */
async function storePipelines(
  { pipelines, commitStatuses }: Repositories,
  rows: readonly KeyedPipeline[],
): Promise<void> {
  const found = rows.flatMap(({ restored, ...keys }) => (restored ? [{ ...keys, ...restored }] : []));
  const ids = await pipelines.insertMany(
    found.map(({ operation_id, project_id, pipeline }) => ({ operation_id, project_id, ...pipeline })),
  );
  for (const [at, { operation_id, project_id, statuses }] of found.entries()) {
    const keys = { project_id, pipeline_id: ids[at] ?? 0 };
    const keyed = statuses.map((status, index) => ({
      operation_id: `${operation_id}/statuses/${index}`,
      ...statusOf(status, keys),
    }));
    await commitStatuses.insertMany(keyed);
  }
}
