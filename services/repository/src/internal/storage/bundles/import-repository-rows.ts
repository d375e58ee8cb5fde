import { internalOperation, type Call } from '@forgemesh/rpc';
import { importRows, type UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { restorePipeline, restoreProtectedBranch, restoreProtectedTag, restoreRelease, statusOf } from '#import-export';
import type { InternalBundlesDeps } from './deps';

/** Stores rows of one relation. */
type Store = (deps: InternalBundlesDeps, context: RowContext) => Promise<unknown>;

interface RowContext {
  /** The restored rows, each with its key. */
  keyed<Fields>(restore: (row: UntrustedRecord) => Fields): (Fields & { operation_id: string; project_id: number })[];
  /** The user of this instance for a user of the archive. */
  authorOf(id: number | null): number;
}

const relations: Record<string, Store> = {
  releases: ({ releases }, { keyed, authorOf }) => releases.insertMany(keyed((row) => restoreRelease(row, authorOf))),
  protected_branches: ({ protectedBranches }, { keyed }) => protectedBranches.insertMany(keyed(restoreProtectedBranch)),
  protected_tags: ({ protectedTags }, { keyed }) => protectedTags.insertMany(keyed(restoreProtectedTag)),
  ci_pipelines: (deps, { keyed, authorOf }) =>
    storePipelines(
      deps,
      keyed((row) => ({ restored: restorePipeline(row, authorOf) })),
    ),
};

/** Stores the releases, protections and pipelines of a project that is being imported. */
export const importRepositoryRows = internalOperation(
  ProjectBundleServiceDefinition.importRepositoryRows,
  async (request, { deps }: Call<InternalBundlesDeps>) => {
    const { relation, offset, import_key, project_id, importer_id, users } = request;
    const store = relations[relation];
    if (!store) throw new BadRequestError(`${relation} cannot be imported`);
    const authorOf = (id: number | null): number => (id === null ? undefined : users[id]) ?? importer_id;
    const failures = await importRows(request, async (rows, from) => {
      await store(deps, {
        authorOf,
        keyed: (restore) =>
          rows.map((row, at) => ({
            operation_id: `${import_key}/${relation}/${offset + from + at}`,
            project_id,
            ...restore(row),
          })),
      });
    });
    return { failures };
  },
);

type KeyedPipeline = { operation_id: string; project_id: number; restored: ReturnType<typeof restorePipeline> };

/** Stores pipelines, each with its statuses. */
async function storePipelines(
  { pipelines, commitStatuses }: InternalBundlesDeps,
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
