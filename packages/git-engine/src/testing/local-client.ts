/** For tests of services: the operations of the git engine without a worker process. */
import type { GitClient } from '../client';
import { operations } from '../operations';
import { localGit } from './local-context';

/** Operations that run in this process. `close` ends their git processes. */
export interface LocalClient {
  git: Omit<GitClient, 'close'>;
  close(): void;
}

/** Creates the client; it has no streams. */
export function createLocalClient(): LocalClient {
  const { context, close } = localGit();
  type Method = (context: unknown, input: unknown) => Promise<unknown>;
  const methods = Object.entries(operations).map(([name, operation]) => [
    name,
    (input: unknown) => (operation as Method)(context, input),
  ]);
  return { git: Object.fromEntries(methods) as GitClient, close };
}
