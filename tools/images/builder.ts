// Whichever program on this machine builds images from a Dockerfile.

import { PlainError } from '../lib/fail.ts';
import { run, which } from '../lib/processes.ts';

export interface Builder {
  name: string;
  /** Arguments that begin a build. */
  build: string[];
  /** Whether it writes the digest of what it pushed into a file; otherwise it prints it. */
  writesDigest: boolean;
  /** Whether it must be told which file names what is no part of the context. */
  takesIgnoreFile: boolean;
}

/** In the order of preference, with the question that only a working one answers. */
const known = [
  { name: 'docker', question: ['info'], build: ['build'], writesDigest: false, takesIgnoreFile: false },
  { name: 'podman', question: ['info'], build: ['build'], writesDigest: true, takesIgnoreFile: true },
  { name: 'buildah', question: ['info'], build: ['build', '--layers'], writesDigest: true, takesIgnoreFile: true },
];

/** @throws when there is none that works */
export async function findBuilder(): Promise<Builder> {
  const reasons = [];
  for (const { name, question, ...how } of known) {
    const path = which(name);
    if (!path) continue;
    const { code } = await run(path, question, { timeoutMs: 20_000 }).catch(() => ({ code: 1 }));
    if (code === 0) return { name, ...how };
    reasons.push(`${name} is here, but its engine does not run`);
  }
  const why = reasons.length > 0 ? reasons.join(', ') : 'there is no docker, podman or buildah on the PATH';
  throw new PlainError(`No image can be built: ${why}. Install or start one of docker, podman and buildah.`);
}
