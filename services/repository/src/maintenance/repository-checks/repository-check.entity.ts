import type { ResponseOf } from '@forgemesh/rpc';
import type { RepositoryCheck } from '@forgemesh/proto/repository/v1/repository_check';
import type { MeasurementDocument } from '#maintenance/statistics';

/** Presents the last check of a repository to administrators. */
export function presentRepositoryCheck(document: MeasurementDocument): ResponseOf<RepositoryCheck> {
  const { project_id, kind, storage, check } = document;
  return {
    project_id,
    repository: kind,
    storage,
    last_repository_check_failed: check?.failed === true,
    last_repository_check_at: check?.checked_at?.toISOString() ?? '',
    error: check?.error ?? null,
  };
}
