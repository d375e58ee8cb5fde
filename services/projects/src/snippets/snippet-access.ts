/** Who may see and change snippets. */
import { ForbiddenError, NotFoundError } from '@forgemesh/kit';
import type { QueryFilter } from 'mongoose';
import type { Visibility } from '../namespaces/namespace.model';
import type { ProjectsCall } from '../operation';
import type { SnippetDocument } from './snippet.model';

const MAINTAINER = 40;

/** Condition on the snippets that a caller may see: a private one is its author's and the administrators'. */
export function visibleTo(call: ProjectsCall): QueryFilter<SnippetDocument> {
  const { user } = call;
  if (user?.admin) return {};
  if (!user) return { visibility: 'public' };
  const open: Visibility[] = seesInternal(call) ? ['public', 'internal'] : ['public'];
  return { $or: [{ visibility: { $in: open } }, { author_id: user.id }] };
}

/** The snippet that a call names, of its project or (null) of no project. Throws NotFoundError where the caller may not see it. */
export async function findSnippet(
  call: ProjectsCall,
  projectId: number | null,
  snippetId: number,
): Promise<SnippetDocument> {
  const snippet = await call.deps.snippets.find(snippetId);
  if (!snippet || (snippet.project_id ?? null) !== projectId || !maySee(call, snippet))
    throw new NotFoundError('Snippet');
  return snippet;
}

/** Throws ForbiddenError unless the caller is the author, an administrator, or a maintainer of the snippet's project. */
export function assertMayChange(call: ProjectsCall, snippet: SnippetDocument): void {
  const level = call.optionalResource('id')?.level ?? 0;
  if (call.principal.admin || snippet.author_id === call.principal.id || level >= MAINTAINER) return;
  throw new ForbiddenError();
}

function maySee(call: ProjectsCall, { visibility, author_id: authorId }: SnippetDocument): boolean {
  const { user } = call;
  if (user?.admin || (user !== null && authorId === user.id)) return true;
  return visibility === 'public' || (visibility === 'internal' && seesInternal(call));
}

/** External users see what is internal only where they are members. */
function seesInternal(call: ProjectsCall): boolean {
  const { user } = call;
  return user !== null && (!user.external || (call.optionalResource('id')?.level ?? 0) > 0);
}
