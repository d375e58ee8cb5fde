import { hasGitScope } from '@forgemesh/access';
import type { LfsCall } from './lfs-call';
import { LfsError } from './lfs-error';

/** Throws LfsError unless the caller may push to the project. */
export async function assertMayPush({ deps, context, access }: LfsCall): Promise<void> {
  // A client asks for credentials after 401 only.
  if (!context.user && context.scopes.length === 0) throw new LfsError(401, 'Sign in to change large files.');
  const isPush = { isPush: true };
  const refusal = hasGitScope(context.scopes, isPush)
    ? await deps.checkGitAccess(context, { ...access, ...isPush })
    : { status: 403, text: 'You are not allowed to push code to this project.' };
  if (refusal) throw new LfsError(refusal.status, refusal.text);
}
