import { BadRequestError } from '@forgemesh/errors';
import { entries, lfsObjectOf, type OpenArchive } from '#import-export/archives';
import type { ImportedContentDeps } from './deps';

const MEGABYTE = 1024 * 1024;

/**
 * Throws BadRequestError if the repository of an archive and its large files exceed the size limit
 * of repositories. The size of the repository is that of its bundle.
 */
export function assertWithinLimit({ settings }: Pick<ImportedContentDeps, 'settings'>, { files }: OpenArchive): void {
  const limit = (settings.current().repository_size_limit ?? 0) * MEGABYTE;
  if (limit === 0) return;
  let bytes = files.get(entries.repository)?.size ?? 0;
  for (const [name, { size }] of files) if (lfsObjectOf(name) !== undefined) bytes += size;
  if (bytes <= limit) return;
  throw new BadRequestError(
    `The repository and its large files exceed the size limit of ${inMegabytes(limit)} by ${inMegabytes(bytes - limit)}`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / MEGABYTE) * 100) / 100} MB`;
}
