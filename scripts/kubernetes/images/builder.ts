// Finds a program on this machine that builds images from a Dockerfile.

import { PlainError } from '../../lib/fail.ts';
import { run, which } from '../../lib/processes.ts';

export interface Builder {
  name: string;
  /** Arguments that start a build. */
  build: string[];
  /** Whether it writes the digest of a pushed image into a file; otherwise it prints it. */
  writesDigest: boolean;
  /** Whether it needs the path of the ignore file. */
  takesIgnoreFile: boolean;
}

/** In order of preference; `probe` is a command that succeeds only if the builder works. */
const candidates = [
  { name: 'docker', probe: ['info'], build: ['build'], writesDigest: false, takesIgnoreFile: false },
  { name: 'podman', probe: ['info'], build: ['build'], writesDigest: true, takesIgnoreFile: true },
  { name: 'buildah', probe: ['info'], build: ['build', '--layers'], writesDigest: true, takesIgnoreFile: true },
];

/** @throws if no builder works */
export async function findBuilder(): Promise<Builder> {
  const reasons = [];
  for (const { name, probe, ...how } of candidates) {
    const path = which(name);
    if (!path) continue;
    const { code } = await run(path, probe, { timeoutMs: 20_000 }).catch(() => ({ code: 1 }));
    if (code === 0) return { name, ...how };
    reasons.push(`${name} is here, but its engine does not run`);
  }
  const problem = reasons.length > 0 ? reasons.join(', ') : 'docker, podman and buildah are not on the PATH';
  throw new PlainError(`No image can be built: ${problem}. Install or start one of docker, podman and buildah.`);
}
