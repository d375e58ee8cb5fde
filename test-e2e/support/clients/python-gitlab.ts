/** The Python client as users run it: its command line, and programs. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPython, installPythonGitlab, silentLog } from '../../../scripts/test/mesh.cjs';

const run = promisify(execFile);

/** The client for an instance. */
export interface PythonGitlab {
  /**
   * Runs the command line and returns its output, parsed if it is JSON. Rejects with the error
   * output on failure.
   */
  cli(...args: string[]): Promise<unknown>;
  /** Runs a command that must fail, and returns its error output. */
  cliFailure(...args: string[]): Promise<string>;
  /** Runs a program of this folder, and returns the JSON that it prints. */
  program(name: string, ...args: string[]): Promise<unknown>;
}

/** Whether this machine has Python. */
export const hasPython = findPython() !== undefined;

/** Installs the client once per user and machine. */
export async function pythonGitlab(url: string, token: string): Promise<PythonGitlab> {
  const { python, folder } = await installPythonGitlab(silentLog);
  // Without any configuration of this machine.
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', PYTHONPATH: folder };
  const start = async (...args: string[]): Promise<string> => (await run(python, args, { env })).stdout.trim();
  const options = ['--server-url', url, `--private-token=${token}`, '--output', 'json'];
  const cli = (...args: string[]): Promise<string> => start('-m', 'gitlab', ...options, ...args);
  return {
    cli: async (...args) => parse(await cli(...args)),
    async cliFailure(...args) {
      const outcome = await cli(...args).then(
        (output) => ({ output }),
        (error: { stderr: string }) => ({ error }),
      );
      if ('output' in outcome) throw new Error(`gitlab ${args.join(' ')} succeeded: ${outcome.output}`);
      return outcome.error.stderr.trim();
    },
    program: async (name, ...args) => parse(await start(join(__dirname, name), ...args)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
