// An MCP server for this API and its client, in pinned versions in the cache folder.

import { ensureCached } from '../lib/cache.ts';
import { runOrFail } from '../lib/processes.ts';
import type { Log } from '../lib/log.ts';

const name = '@zereight/mcp-gitlab';
const version = '2.1.64';

/**
 * Installs them if they are missing.
 * @returns the folder that contains their `node_modules`
 */
export function installMcpGitlab(log: Log): Promise<string> {
  return ensureCached(`mcp-gitlab-${version}`, log, async (temporary) => {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await runOrFail('npm', ['install', '--prefix', temporary, ...options, `${name}@${version}`]);
  });
}
