/** Streams the content of a blob of any size. */
import { once } from 'node:events';
import { GitError } from '../../errors';
import type { GitContext } from '../../worker/context';
import type { Pipe } from '../../worker/pipe';
import { type BlobInput, blobInfo } from './blob-info';

const readAtOnceBytes = 256 * 1024;

/**
 * Writes the blob's bytes to the pipe and returns its size. Errors: `object_not_found` before the
 * first byte.
 */
export async function streamBlob(context: GitContext, input: BlobInput, pipe: Pipe): Promise<{ size: number }> {
  const repository = context.repository(input.repo);
  const { size } = await blobInfo(context, input);
  if (size <= readAtOnceBytes) {
    const object = await repository.read(input.id);
    if (object === undefined) throw new GitError('object_not_found', 'there is no such blob');
    await pipe.write(object.data);
    return { size };
  }
  const child = repository.spawn({ args: ['cat-file', 'blob', input.id] });
  const closed = once(child, 'close');
  const stop = (): void => void child.kill('SIGKILL');
  context.signal.addEventListener('abort', stop, { once: true });
  child.stdin.end();
  child.stderr.resume();
  let sent = 0;
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      sent += chunk.length;
      await pipe.write(chunk);
    }
    await closed;
  } finally {
    context.signal.removeEventListener('abort', stop);
    stop();
  }
  if (sent !== size) throw new GitError('git_failed', `the blob has ${size} bytes, ${sent} were read`);
  return { size };
}
