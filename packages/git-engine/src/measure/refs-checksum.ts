/** A checksum over all refs, by which two copies of a repository are told apart or found equal. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { GitError } from '../errors';
import type { Repository } from '../worker/repository';

const digestBytes = 20;

/**
 * The exclusive or of the SHA-1 of `<id> <full name>` of each ref, in hexadecimal: whatever their
 * order, and zeros where there is none. Null where git finds the repository corrupt: a ref that is
 * broken or names what is not there.
 */
export async function refsChecksum(repository: Repository, signal: AbortSignal): Promise<string | null> {
  const sum = Buffer.alloc(digestBytes);
  if (!repository.exists) return sum.toString('hex');
  // The type makes git look each object up.
  const child = repository.spawn({ args: ['for-each-ref', '--format=%(objectname) %(refname) %(objecttype)'] });
  const closed = once(child, 'close');
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  child.stdin.end();
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-4096)));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const digest = createHash('sha1')
        .update(line.slice(0, line.lastIndexOf(' ')))
        .digest();
      for (let at = 0; at < digestBytes; at++) sum[at]! ^= digest[at]!;
    }
    const [code] = (await closed) as [number | null];
    if (code === null) throw new GitError('git_failed', 'git for-each-ref was ended');
    return code === 0 && !/broken ref|does not point/.test(words) ? sum.toString('hex') : null;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
