import type { ProjectsConfig } from '#config';
import type { ArchiveLimits } from './open-archive';

/** Returns the limits of a configuration. */
export function archiveLimitsOf(config: ProjectsConfig): ArchiveLimits {
  return {
    maxEntries: config.FORGE_ARCHIVE_MAX_ENTRIES,
    maxEntryBytes: config.FORGE_ARCHIVE_MAX_ENTRY_BYTES,
    maxLines: config.FORGE_ARCHIVE_MAX_LINES,
    maxBytes: config.FORGE_ARCHIVE_MAX_BYTES,
    maxRatio: config.FORGE_ARCHIVE_MAX_RATIO,
    maxSeconds: config.FORGE_ARCHIVE_TIMEOUT_SECONDS,
    minFreeBytes: config.FORGE_MIN_FREE_DISK_BYTES,
  };
}
