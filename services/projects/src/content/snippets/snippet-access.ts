/** Who may see and change snippets. */
import { MAINTAINER } from '@forgemesh/access';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { Principal } from '@forgemesh/telemetry';
import type { QueryFilter } from 'mongoose';
import type { Visibility } from '../../access/visibility';
import type { ProjectsCall } from '../../operation';
import type { Projects } from '../../deps';
import type { SnippetDocument } from './snippet.model';

/**
 * Filter for the snippets that a caller may see. Private snippets are visible to their author and
 * to administrators.
 */
export function visibleTo(call: ProjectsCall): QueryFilter<SnippetDocument> {
  const { user } = call;
  if (user?.admin) return {};
  if (!user) return { visibility: 'public' };
  const open: Visibility[] = canSeeInternal(viewerOf(call)) ? ['public', 'internal'] : ['public'];
  return { $or: [{ visibility: { $in: open } }, { author_id: user.id }] };
}

/**
 * The snippet of a request: in a project, or personal if `projectId` is null. Throws NotFoundError
 * if the caller may not see it.
 */
export function findSnippet(call: ProjectsCall, projectId: number | null, snippetId: number): Promise<SnippetDocument> {
  return findSnippetFor(call.deps, viewerOf(call), projectId, snippetId);
}

/** Like `findSnippet`, for any viewer. */
export async function findSnippetFor(
  { snippets }: Projects,
  viewer: SnippetViewer,
  projectId: number | null,
  snippetId: number,
): Promise<SnippetDocument> {
  const snippet = await snippets.find(snippetId);
  if (!snippet || (snippet.project_id ?? null) !== projectId || !canSee(viewer, snippet))
    throw new NotFoundError('Snippet');
  return snippet;
}

/** A user and the user's level on the snippet's project. */
export interface SnippetViewer {
  user: Pick<Principal, 'id' | 'admin' | 'external'> | null;
  /** Level on the snippet's project; 0 for personal snippets. */
  level: number;
}

function viewerOf(call: ProjectsCall): SnippetViewer {
  return { user: call.user, level: call.optionalResource('id')?.level ?? 0 };
}

/**
 * Throws ForbiddenError unless the caller is the author, an administrator, or a maintainer of the
 * snippet's project.
 */
export function assertMayChange(call: ProjectsCall, snippet: SnippetDocument): void {
  const level = call.optionalResource('id')?.level ?? 0;
  if (call.principal.admin || snippet.author_id === call.principal.id || level >= MAINTAINER) return;
  throw new ForbiddenError();
}

function canSee(viewer: SnippetViewer, { visibility, author_id: authorId }: SnippetDocument): boolean {
  const { user } = viewer;
  if (user?.admin || (user !== null && authorId === user.id)) return true;
  return visibility === 'public' || (visibility === 'internal' && canSeeInternal(viewer));
}

/** External users see internal snippets only in projects that they are members of. */
function canSeeInternal({ user, level }: SnippetViewer): boolean {
  return user !== null && (!user.external || level > 0);
}
