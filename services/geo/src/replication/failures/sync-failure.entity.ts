import type { ResponseOf } from '@forgemesh/rpc';
import type { SyncFailure } from '@forgemesh/proto/geo/v1/sync_failure';
import type { RegistryDocument } from '#replication/registry';

/** Presents the failures of a project's replicas. */
export function presentSyncFailure({ _id, repository, wiki }: RegistryDocument): ResponseOf<SyncFailure> {
  return {
    project_id: _id,
    last_repository_synced_at: repository.last_synced_at?.toISOString() ?? null,
    last_repository_successful_sync_at: repository.last_successful_sync_at?.toISOString() ?? null,
    last_wiki_synced_at: wiki.last_synced_at?.toISOString() ?? null,
    last_wiki_successful_sync_at: wiki.last_successful_sync_at?.toISOString() ?? null,
    repository_retry_count: repository.retry_count || null,
    wiki_retry_count: wiki.retry_count || null,
    last_repository_sync_failure: repository.last_sync_failure,
    last_wiki_sync_failure: wiki.last_sync_failure,
    last_repository_verification_failure: repository.verification_failure,
    last_wiki_verification_failure: wiki.verification_failure,
    repository_verification_checksum_sha: repository.checksum,
    wiki_verification_checksum_sha: wiki.checksum,
    repository_checksum_mismatch: repository.checksum_mismatch,
    wiki_checksum_mismatch: wiki.checksum_mismatch,
  };
}
