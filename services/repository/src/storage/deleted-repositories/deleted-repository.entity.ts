import type { EventEntity } from '@forgemesh/events';
import type { DeletedRepository } from '@forgemesh/proto/repository/v1/deleted_repository';
import { DAY_MS } from '@forgemesh/service/durations';
import type { DeletedRepositoryDocument } from './deleted-repository.model';
import type { DeletedRepositoriesDeps } from './deps';

/** Retention in days if the settings service runs a release without this setting. */
const DEFAULT_DAYS = 7;

/**
 * Retention of deleted repositories in days. Throws UnavailableError until the settings are loaded.
 */
export function retentionDays({ settings }: Pick<DeletedRepositoriesDeps, 'settings'>): number {
  return settings.current().deleted_repository_retention_days ?? DEFAULT_DAYS;
}

/** Presents an entry to administrators. */
export function presentDeletedRepository(entry: DeletedRepositoryDocument, days: number): DeletedRepository {
  const { _id: id, project_id, storage, size, deleted_at } = entry;
  return {
    id,
    project_id,
    path_with_namespace: entry.path_with_namespace ?? undefined,
    storage,
    size,
    deleted_at: deleted_at.toISOString(),
    deleted_by_id: entry.deleted_by_id ?? undefined,
    removal_at: new Date(deleted_at.getTime() + days * DAY_MS).toISOString(),
  };
}

/** The latest deletion time of entries whose retention has expired. */
export function lastExpired(days: number, now = Date.now()): Date {
  return new Date(now - days * DAY_MS);
}

/** The entity of `repository.deleted_repository.*`. */
export function presentDeletedRepositoryEvent(
  entry: DeletedRepositoryDocument,
): EventEntity<'repository.deleted_repository.restored'> {
  const { _id: id, project_id, path_with_namespace, storage, size, deleted_at, restoring_to } = entry;
  return {
    id,
    project_id,
    path_with_namespace,
    storage,
    size,
    deleted_at: deleted_at.toISOString(),
    restored_to_project_id: restoring_to ?? null,
  };
}
