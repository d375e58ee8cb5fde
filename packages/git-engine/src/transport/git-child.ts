import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { gitEnvironment, type GitConfig, type GitEnvironmentOptions } from '../storage/git-environment';
import { killGroup } from '../write/run-git';

export interface GitChildOptions {
  args: readonly string[];
  environment: GitEnvironmentOptions | undefined;
  config?: GitConfig;
  /** Protocol version that the client requests in its `Git-Protocol` header. */
  protocol?: string;
  idleMs: number;
  totalMs: number;
  /** Two more pipes, descriptors 3 (from git) and 4 (to git), for the hooks of receive-pack. */
  hookPipes?: boolean;
}

const graceMs = 5_000;
const maxErrorOutput = 4096;

/**
 * A git process that serves one request, in its own process group, so that stopping it stops its
 * helpers too. It is stopped after `idleMs` without traffic or after `totalMs`.
 */
export class GitChild {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when the process has ended and its output is read; never rejects. */
  readonly ended: Promise<{ ok: boolean; errorOutput: string }>;
  private readonly child: ChildProcess;
  private readonly totalTimer: NodeJS.Timeout;
  private idleTimer: NodeJS.Timeout;
  private graceTimer: NodeJS.Timeout | undefined;

  constructor(options: GitChildOptions) {
    this.child = startChild(options);
    this.stdin = this.child.stdin as Writable;
    this.stdout = this.child.stdout as Readable;
    this.totalTimer = setTimeout(() => this.stop(), options.totalMs);
    this.idleTimer = setTimeout(() => this.stop(), options.idleMs);
    this.ended = this.waitForEnd();
    // A process that needs no more input closes it; further data of the client is discarded.
    this.stdin.on('error', () => this.stdin.destroy());
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** The descriptor that the hooks write to. */
  get fromHook(): Readable {
    return this.child.stdio[3] as Readable;
  }

  /** The descriptor that the hooks read from. */
  get toHook(): Writable {
    return this.child.stdio[4] as Writable;
  }

  /** Resets the idle timeout. */
  touch(): void {
    this.idleTimer.refresh();
  }

  /**
   * Asks the process to end (git then removes its unfinished files) and kills it a little later.
   */
  stop(): void {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined || exitCode !== null || signalCode !== null || this.graceTimer) return;
    killGroup(pid);
    this.graceTimer = setTimeout(() => killGroup(pid, 'SIGKILL'), graceMs);
  }

  private async waitForEnd(): Promise<{ ok: boolean; errorOutput: string }> {
    let errorOutput = '';
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-maxErrorOutput);
    });
    const ok = await new Promise<boolean>((resolve) => {
      this.child.on('error', (error) => {
        errorOutput += error.message;
        resolve(false);
      });
      this.child.on('close', (code) => resolve(code === 0));
    });
    clearTimeout(this.totalTimer);
    clearTimeout(this.idleTimer);
    clearTimeout(this.graceTimer);
    return { ok, errorOutput };
  }
}

function startChild(options: GitChildOptions): ChildProcess {
  const variables = { ...options.environment?.variables };
  if (options.protocol) variables.GIT_PROTOCOL = options.protocol;
  const config = [...(options.environment?.config ?? []), ...(options.config ?? [])];
  return spawn(options.environment?.program ?? 'git', options.args, {
    cwd: '/',
    env: gitEnvironment({ ...options.environment, config, variables }),
    stdio: ['pipe', 'pipe', 'pipe', ...(options.hookPipes ? (['pipe', 'pipe'] as const) : [])],
    detached: true,
  });
}
