// The Python client and its command line, with pinned dependencies, in the cache folder.

import { ensureCached } from '../lib/cache.ts';
import { runOrFail, which } from '../lib/processes.ts';
import type { Log } from '../lib/log.ts';

const clientVersion = '8.6.0';
const packages = [
  `python-gitlab==${clientVersion}`,
  'requests==2.34.2',
  'requests-toolbelt==1.0.0',
  'certifi==2026.10.18',
  'charset-normalizer==3.5.2',
  'idna==3.20',
  'urllib3==2.8.0',
];

/** @returns path of Python */
export function findPython(): string | undefined {
  return which('python3');
}

/**
 * Installs the client for this machine's Python if it is missing.
 * @returns the interpreter, and the folder for PYTHONPATH
 */
export async function installPythonGitlab(log: Log): Promise<{ python: string; folder: string }> {
  const found = findPython();
  if (!found) throw new Error('no python3 on the PATH');
  // The executable on the PATH may be a wrapper script, so the interpreter's own path is used.
  const script = 'import sys; print(sys.executable, "%d.%d" % sys.version_info[:2], sep="\\n")';
  const [python = found, version = ''] = (await runOrFail(found, ['-c', script])).trim().split('\n');
  // Some packages are compiled for one Python version.
  const folder = await ensureCached(`python-gitlab-${clientVersion}-python-${version}`, log, async (temporary) => {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '--target', temporary];
    await runOrFail(python, ['-m', 'pip', 'install', ...options, ...packages]);
  });
  return { python, folder };
}
