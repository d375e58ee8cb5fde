/** Names for the users, groups and projects of tests, which share a mesh. */
import { randomBytes } from 'node:crypto';

/** Returns a name that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}
