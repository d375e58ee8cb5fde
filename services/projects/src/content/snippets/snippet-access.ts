/** Who may see and change snippets. */
import { canReadSnippet, MAINTAINER, openSnippetVisibilities, type SnippetReader } from '@forgemesh/access';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { QueryFilter } from 'mongoose';
import type { Call } from '@forgemesh/rpc';
import type { SnippetDocument } from './snippet.model';
import type { SnippetsDeps } from './deps';

/**
 * Filter for the snippets that a caller may see. Private snippets are visible to their author and
 * to administrators.
 */
export function visibleTo(call: Call<unknown>): QueryFilter<SnippetDocument> {
  const { user } = call;
  if (user?.admin) return {};
  if (!user) return { visibility: 'public' };
  return { $or: [{ visibility: { $in: openSnippetVisibilities(readerOf(call)) } }, { author_id: user.id }] };
}

/**
 * The snippet of a request: in a project, or personal if `projectId` is null. Throws NotFoundError
 * if the caller may not see it.
 */
export function findSnippet(
  call: Call<SnippetsDeps>,
  projectId: number | null,
  snippetId: number,
): Promise<SnippetDocument> {
  return findSnippetFor(call.deps, readerOf(call), projectId, snippetId);
}

/** Like `findSnippet`, for any reader. */
export async function findSnippetFor(
  { snippets }: Pick<SnippetsDeps, 'snippets'>,
  reader: SnippetReader,
  projectId: number | null,
  snippetId: number,
): Promise<SnippetDocument> {
  const snippet = await snippets.find(snippetId);
  if (!snippet || (snippet.project_id ?? null) !== projectId || !canReadSnippet(reader, snippet))
    throw new NotFoundError('Snippet');
  return snippet;
}

function readerOf(call: Call<unknown>): SnippetReader {
  return { user: call.user, level: call.optionalResource('id')?.level ?? 0 };
}

/**
 * Throws ForbiddenError unless the caller is the author, an administrator, or a maintainer of the
 * snippet's project.
 */
export function assertMayChange(call: Call<unknown>, snippet: SnippetDocument): void {
  const level = call.optionalResource('id')?.level ?? 0;
  if (call.principal.admin || snippet.author_id === call.principal.id || level >= MAINTAINER) return;
  throw new ForbiddenError();
}
