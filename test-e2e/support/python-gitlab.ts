/** The Python client as its users run it: its command line, and programs. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPython, installPythonGitlab, silentLog } from '../../tools/test/mesh.cjs';

const run = promisify(execFile);

/** The client at an instance. */
export interface PythonGitlab {
  /**
   * Runs the command line and returns what it prints: parsed where it is JSON. Rejects with what it
   * says on failure.
   */
  cli(...args: string[]): Promise<unknown>;
  /** Runs the command line, which must fail, and returns what it says. */
  cliFailure(...args: string[]): Promise<string>;
  /** Runs a program of this folder, and returns the JSON that it prints. */
  program(name: string, ...args: string[]): Promise<unknown>;
}

/** Whether this machine has Python at all. */
export const hasPython = findPython() !== undefined;

/** Installs the client once per user and machine. */
export async function pythonGitlab(url: string, token: string): Promise<PythonGitlab> {
  const { python, folder } = await installPythonGitlab(silentLog);
  // No configuration of this machine.
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
