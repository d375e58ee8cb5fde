/** Streams the output of one git process as a download; the process ends with its reader. */
import { once } from 'node:events';
import type { Caller } from '@forgemesh/admission';
import { GitError } from '../errors';
import type { GitContext } from './context';
import type { DownloadKind } from './downloads';
import type { Pipe } from './pipe';

/** A process whose output is downloaded. */
export interface StreamedProcess {
  repo: string;
  args: string[];
  config?: [string, string][];
  kind: DownloadKind;
  /** Whose share of the slots the download uses. */
  caller: Caller;
}

/** Writes the output to the pipe. Errors: `git_failed` when git exits with an error. */
export async function streamProcess(
  context: GitContext,
  { repo, args, config, kind, caller }: StreamedProcess,
  pipe: Pipe,
): Promise<null> {
  const repository = context.repository(repo);
  return await context.downloads.run({ kind, caller, repo, signal: context.signal, pipe }, async (sink, signal) => {
    signal.throwIfAborted();
    const child = repository.spawn({ args, ...(config && { config }) });
    const closed = once(child, 'close');
    const stop = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    child.stdin.end();
    let errorOutput = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-4096)));
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) await sink.write(chunk);
      const [code] = (await closed) as [number | null];
      if (code !== 0) throw new GitError('git_failed', `git ${args[0]} ended with ${code}: ${errorOutput.trim()}`);
      return null;
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  });
}
