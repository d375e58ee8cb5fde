// A server through which assistants use an instance, and what speaks to it, with pinned versions in
// the cache folder.

import { cacheOnce } from '../lib/cache.ts';
import { must } from '../lib/processes.ts';
import type { Log } from '../lib/log.ts';

const name = '@zereight/mcp-gitlab';
const version = '2.1.64';

/**
 * Installs it unless it is there.
 * @returns the folder that holds its `node_modules`
 */
export function installMcpGitlab(log: Log): Promise<string> {
  return cacheOnce(`mcp-gitlab-${version}`, log, async (temporary) => {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await must('npm', ['install', '--prefix', temporary, ...options, `${name}@${version}`]);
  });
}
