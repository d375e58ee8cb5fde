/** Appends entries that announce changes of a repository apart from its refs. */
import type { LogMark } from '#refs/packs';
import type { RepositoryLocation } from '#storage';
import { appendEntry, identifyPush } from './append-entry';
import type { RefLogDeps } from './deps';

/** The service itself appends marks. */
const actor = { user_id: null, username: '', name: '' };

/**
 * Appends a mark, also to the log of a locked repository. Every process that serves the repository
 * applies it before its next use of the repository. Errors: those of `appendEntry`.
 */
export async function appendMark(deps: RefLogDeps, location: RepositoryLocation, mark: LogMark): Promise<void> {
  const intent = { location, changes: [], actor, may_be_default: false, is_internal: true as const, mark };
  await appendEntry(deps, intent, identifyPush([]), true);
}
