/** The files of a commit as one archive, streamed from one git process. */
import { once } from 'node:events';
import { LaneQueue } from '../diff/lane-queue';
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Pipe } from '../worker/pipe';

export const archiveFormats = ['tar.gz', 'tar.bz2', 'tar', 'zip'] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];

export interface StreamArchiveInput {
  repo: string;
  commit_id: string;
  format: ArchiveFormat;
  /** Folder in the archive that holds all files, without a slash at its end. */
  prefix: string;
}

/** Archives cost a processor each: so many of one repository are made at once. */
const lanes = 2;

/** Writes the archive to the pipe. Errors: `git_failed` where git ends with an error. */
export async function streamArchive(context: GitContext, input: StreamArchiveInput, pipe: Pipe): Promise<null> {
  const repository = context.repository(input.repo);
  const queue = repository.slot('archive queue', () => new LaneQueue(lanes));
  return await queue.run(async () => {
    if (context.signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    const child = repository.spawn({
      args: ['archive', `--format=${input.format}`, `--prefix=${input.prefix}/`, checkObjectId(input.commit_id)],
      config: [
        ['tar.tar.gz.command', 'gzip -cn'],
        ['tar.tar.bz2.command', 'bzip2 -c'],
      ],
    });
    const closed = once(child, 'close');
    const stop = (): void => void child.kill('SIGKILL');
    context.signal.addEventListener('abort', stop, { once: true });
    child.stdin.end();
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-4096)));
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) await pipe.write(chunk);
      const [code] = (await closed) as [number | null];
      if (code !== 0) throw new GitError('git_failed', `git archive ended with ${code}: ${words.trim()}`);
      return null;
    } finally {
      context.signal.removeEventListener('abort', stop);
      stop();
    }
  });
}
