// Git over HTTP with the real client; the time is that of the whole command.

import { join } from 'node:path';
import { clientEnv, gitUrl, type Fixture } from '../fixture/index.ts';
import type { Endpoint } from './endpoint.ts';

/** @param folder for clones */
export function transport(
  { url, token, reading, writing, local, pushRef, sizes }: Fixture,
  folder: string,
): Endpoint[] {
  const read = gitUrl(url, token, reading.path);
  const write = gitUrl(url, token, writing.path);
  const command = (...args: string[]) => ({ args, env: clientEnv, cwd: local.folder });
  const target = join(folder, 'clone-%n%');
  return [
    {
      name: 'git ls-remote',
      commands: [command('ls-remote', '--quiet', read)],
      rate: 20,
      goal: 'P90 < 500',
      isAlone: true,
      isUnsaturated: true,
    },
    {
      name: 'git clone',
      commands: [{ ...command('clone', '--quiet', '--bare', read, target), folder: target }],
      rate: 0,
      goal: 'alone < 626',
      isAlone: true,
      isUnsaturated: true,
    },
    {
      name: 'git push',
      // Each push has a commit that is new to the server, on its own branch.
      commands: Array.from({ length: sizes.pushes }, (_, n) =>
        command('push', '--quiet', write, `${pushRef(n)}:refs/heads/pushed/%n%`),
      ),
      rate: 4,
      goal: 'P90 < 1000, alone < 269',
      isAlone: true,
      isUnsaturated: true,
      limit: sizes.pushes,
    },
  ];
}
