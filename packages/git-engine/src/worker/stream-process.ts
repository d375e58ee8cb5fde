/** Streams the output of one git process with backpressure; the process ends with its reader. */
import { once } from 'node:events';
import { LaneQueue } from '../diff/lane-queue';
import { GitError } from '../errors';
import type { GitContext } from './context';
import type { Pipe } from './pipe';

/** A process and its concurrency limit per repository. */
export interface StreamedProcess {
  args: string[];
  config?: [string, string][];
  /** Processes with the same name share lanes. */
  queue: string;
  lanes: number;
}

/** Writes the output to the pipe. Errors: `git_failed` when git exits with an error. */
export async function streamProcess(
  context: GitContext,
  repo: string,
  { args, config, queue, lanes }: StreamedProcess,
  pipe: Pipe,
): Promise<null> {
  const repository = context.repository(repo);
  const waiting = repository.slot(queue, () => new LaneQueue(lanes));
  return await waiting.run(async () => {
    if (context.signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    const child = repository.spawn({ args, ...(config && { config }) });
    const closed = once(child, 'close');
    const stop = (): void => void child.kill('SIGKILL');
    context.signal.addEventListener('abort', stop, { once: true });
    child.stdin.end();
    let errorOutput = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-4096)));
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) await pipe.write(chunk);
      const [code] = (await closed) as [number | null];
      if (code !== 0) throw new GitError('git_failed', `git ${args[0]} ended with ${code}: ${errorOutput.trim()}`);
      return null;
    } finally {
      context.signal.removeEventListener('abort', stop);
      stop();
    }
  });
}
