/** User names share one namespace with the paths of groups, which another service owns. */
import { ConflictError, isForgeError, ValidationError } from '@forgemesh/errors';
import type { Identity } from '../../../deps';

/** What the API says of what another user has. */
export const taken = { email: 'Email has already been taken', username: 'Username has already been taken' };

/**
 * Claims a name for a user. Throws ConflictError where it is taken, ValidationError where it may
 * not be one.
 */
export async function claimName(
  { namespaces }: Identity,
  claim: { path: string; user_id: number; name: string },
): Promise<void> {
  try {
    await namespaces.claimNamespace(claim);
  } catch (error) {
    if (!isForgeError(error)) throw error;
    if (error.reason === 'conflict') throw new ConflictError(taken.username);
    if (error.reason === 'bad_request') throw new ValidationError({ username: textsOf(error.body) });
    throw error;
  }
}

/** The claim speaks of a path, the user of his name. */
function textsOf(body: unknown): string[] {
  if (typeof body === 'string') return [body];
  return Object.values(body as Record<string, unknown>)
    .flat()
    .map(String);
}
