/** A checksum over all refs, to compare copies of a repository. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { GitError } from '../errors';
import type { Repository } from '../worker/repository';

const digestBytes = 20;

/**
 * XOR of the SHA-1 of `<id> <full name>` of each ref, in hexadecimal; independent of order, zeros
 * when there are no refs. Null when git finds the repository corrupt: a broken ref, or a ref to a
 * missing object.
 */
export async function refsChecksum(repository: Repository, signal: AbortSignal): Promise<string | null> {
  const sum = Buffer.alloc(digestBytes);
  if (!repository.exists) return sum.toString('hex');
  // Printing the type makes git look up each object.
  const child = repository.spawn({ args: ['for-each-ref', '--format=%(objectname) %(refname) %(objecttype)'] });
  const closed = once(child, 'close');
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  child.stdin.end();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4096)));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const digest = createHash('sha1')
        .update(line.slice(0, line.lastIndexOf(' ')))
        .digest();
      for (let at = 0; at < digestBytes; at++) sum[at]! ^= digest[at]!;
    }
    const [code] = (await closed) as [number | null];
    if (code === null) throw new GitError('git_failed', 'git for-each-ref was killed');
    return code === 0 && !/broken ref|does not point/.test(stderr) ? sum.toString('hex') : null;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
