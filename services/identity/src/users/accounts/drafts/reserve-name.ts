/**
 * Reserves usernames in the namespace that they share with the paths of groups, which the projects
 * service owns.
 */
import { ConflictError, isForgeError, ValidationError } from '@forgemesh/errors';
import type { UsersDeps } from '../deps';

/** API messages for values taken by another user. */
export const taken = { email: 'Email has already been taken', username: 'Username has already been taken' };

/**
 * Reserves a name for a user. Throws ConflictError if it is taken, and ValidationError if it is
 * invalid.
 */
export async function reserveName(
  { namespaces }: UsersDeps,
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

/** Turns messages about a path into messages about a username. */
function textsOf(body: unknown): string[] {
  if (typeof body === 'string') return [body];
  return Object.values(body as Record<string, unknown>)
    .flat()
    .map(String);
}
