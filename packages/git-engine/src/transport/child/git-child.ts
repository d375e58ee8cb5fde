import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { gitEnvironment, type GitConfig, type GitEnvironmentOptions } from '../../storage/git-environment';
import { killGroup } from '../../write/run-git';
import { whenDrained } from '../streams/when-drained';
import { cpuSecondsOf } from './cpu-time';
import { largeChunks } from './large-chunks';
import type { OutputPipe, TakeChunk } from './output-pipe';
import { WorkWatch } from './work-watch';

export interface GitChildOptions {
  args: readonly string[];
  environment: GitEnvironmentOptions | undefined;
  config?: GitConfig;
  /** Protocol version that the client requests in its `Git-Protocol` header. */
  protocol?: string;
  /** Milliseconds in which the process neither reads, writes nor uses the processor. */
  idleMs: number;
  totalMs: number;
  /** Seconds of processor time without output; unlimited by default. */
  maxSilentCpuSeconds?: number;
  /** Whether a chunk is output, and not mere progress; every chunk is by default. */
  isOutput?: (chunk: Buffer) => boolean;
  /** Two more pipes, descriptors 3 (from git) and 4 (to git), for the hooks of receive-pack. */
  hookPipes?: boolean;
  /** For large output; it is then read with `forEachOutput` only. */
  output?: OutputPipe | undefined;
}

/** Why a process was stopped before its end: by one of its limits, or because nobody needs it. */
export type StopReason = 'idle' | 'total' | 'cpu' | 'unneeded';

/** How a process has ended. */
export interface GitEnd {
  ok: boolean;
  errorOutput: string;
  stoppedBy: StopReason | undefined;
}

const graceMs = 5_000;
const maxErrorOutput = 4096;
/** Time between two checks of the limits in milliseconds, unless `idleMs` is shorter. */
const CHECK_MS = 1000;

/**
 * A git process that serves one request, in its own process group, so that stopping it stops its
 * helpers too. It is stopped when it is idle, when it works too long without output, or after
 * `totalMs`.
 */
export class GitChild {
  readonly stdin: Writable;
  /** Resolves when the process has ended; never rejects. */
  readonly ended: Promise<GitEnd>;
  private readonly child: ChildProcess;
  private readonly totalTimer: NodeJS.Timeout;
  private readonly checkTimer: NodeJS.Timeout;
  private graceTimer: NodeJS.Timeout | undefined;
  private stoppedBy: StopReason | undefined;
  private readonly watch: WorkWatch;
  private hasTraffic = false;
  private hasOutput = false;
  private holds = 0;

  constructor(private readonly options: GitChildOptions) {
    this.child = startChild(options);
    this.stdin = this.child.stdin as Writable;
    const { idleMs, maxSilentCpuSeconds = Infinity } = options;
    this.watch = new WorkWatch({ idleMs, maxSilentCpuSeconds }, performance.now());
    this.totalTimer = setTimeout(() => this.stop('total'), options.totalMs);
    this.checkTimer = setInterval(() => this.check(), Math.min(CHECK_MS, idleMs / 4));
    this.ended = this.waitForEnd();
    // A process that needs no more input closes it; further data of the client is discarded.
    this.stdin.on('error', () => this.stdin.destroy());
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Small output of a process without a pipe of its own. */
  get stdout(): Readable {
    return this.child.stdout as Readable;
  }

  /** The descriptor that the hooks write to. */
  get fromHook(): Readable {
    return this.child.stdio[3] as Readable;
  }

  /** The descriptor that the hooks read from. */
  get toHook(): Writable {
    return this.child.stdio[4] as Writable;
  }

  /**
   * Passes all output to a function and waits for it; the process does not count as idle meanwhile.
   */
  async forEachOutput(take: TakeChunk): Promise<void> {
    const { isOutput = () => true, output } = this.options;
    const takeWatched: TakeChunk = (chunk) => {
      this.hasTraffic = true;
      // Every chunk is passed, because the check follows the framing of the output.
      if (isOutput(chunk)) this.hasOutput = true;
      return this.hold(take(chunk));
    };
    if (output !== undefined) await output.forEach(takeWatched);
    else for await (const chunk of largeChunks(this.stdout)) await takeWatched(chunk);
  }

  /** Drops the output that `forEachOutput` has not passed on. */
  discardOutput(): void {
    const { output } = this.options;
    if (output !== undefined) output.destroy();
    else this.stdout.resume();
  }

  /** Passes input to the process until its end, or until the process closes its input. */
  async feed(input: AsyncIterable<Buffer>): Promise<void> {
    const iterator = input[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await this.hold(iterator.next());
      if (done === true || this.stdin.destroyed) break;
      this.hasTraffic = true;
      if (!this.stdin.write(value)) await whenDrained(this.stdin);
    }
    this.stdin.end();
  }

  /** The process has read or written: it is not idle. */
  touch(): void {
    this.hasTraffic = true;
  }

  /**
   * Asks the process to end (git then removes its unfinished files) and kills it a little later.
   */
  stop(reason: StopReason = 'unneeded'): void {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined || exitCode !== null || signalCode !== null || this.graceTimer) return;
    this.stoppedBy = reason;
    killGroup(pid);
    this.graceTimer = setTimeout(() => killGroup(pid, 'SIGKILL'), graceMs);
  }

  /** Waits for something that the process waits for; it is not idle meanwhile. */
  async hold<T>(work: Promise<T>): Promise<T> {
    this.holds += 1;
    try {
      return await work;
    } finally {
      this.holds -= 1;
      this.hasTraffic = true;
    }
  }

  private check(): void {
    const { pid } = this.child;
    const cpuSeconds = pid === undefined ? undefined : cpuSecondsOf(pid);
    const isHeld = this.holds > 0;
    const exceeded = this.watch.check({
      now: performance.now(),
      cpuSeconds,
      hasTraffic: this.hasTraffic || isHeld,
      hasOutput: this.hasOutput || (isHeld && cpuSeconds === undefined),
    });
    this.hasTraffic = false;
    this.hasOutput = false;
    if (exceeded) this.stop(exceeded);
  }

  private async waitForEnd(): Promise<GitEnd> {
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
    clearInterval(this.checkTimer);
    clearTimeout(this.graceTimer);
    return { ok, errorOutput, stoppedBy: this.stoppedBy };
  }
}

function startChild(options: GitChildOptions): ChildProcess {
  const variables = { ...options.environment?.variables };
  if (options.protocol) variables.GIT_PROTOCOL = options.protocol;
  const config = [...(options.environment?.config ?? []), ...(options.config ?? [])];
  const { output } = options;
  const child = spawn(options.environment?.program ?? 'git', options.args, {
    cwd: '/',
    env: gitEnvironment({ ...options.environment, config, variables }),
    stdio: ['pipe', output?.input ?? 'pipe', 'pipe', ...(options.hookPipes ? (['pipe', 'pipe'] as const) : [])],
    detached: true,
  });
  // The process has the only end now: its output ends with it.
  output?.input?.destroy();
  return child;
}
