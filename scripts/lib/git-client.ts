// Git as a client uses it, without the configuration and the passwords of this machine.

import { simpleGit, type SimpleGit } from 'simple-git';

/** Variables of the client. The library refuses some that the user may have, such as `EDITOR`. */
const environment: Record<string, string> = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/**
 * @param folder in which commands run
 * @param config such as `user.name=Faults`
 * @param timeoutMs a command that prints nothing for so long is ended; by default none is
 */
export function gitClient(
  folder: string,
  { config = [], timeoutMs }: { config?: string[]; timeoutMs?: number } = {},
): SimpleGit {
  const client = simpleGit({
    baseDir: folder,
    config,
    allowEnvironment: Object.keys(environment),
    // No file is named that a caller chooses.
    unsafe: { allowUnsafeConfigPaths: true },
    ...(timeoutMs !== undefined && { timeout: { block: timeoutMs } }),
  });
  return client.env(environment);
}
