/**
 * For tests: runs programs from a shell. A new process begins with a copy of the page tables of the
 * process that starts it, which takes longer than git itself if that process is a test runner.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface ShellCommand {
  program: string;
  args: readonly string[];
  cwd: string;
  /** The complete environment; nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** Standard input; empty by default. */
  input?: string | Buffer;
}

export interface ShellResult {
  /** 128 and the number of the signal if a signal ended the program. */
  code: number;
  stdout: Buffer;
  stderr: Buffer;
}

class Shell {
  private readonly folder = mkdtempSync(join(tmpdir(), 'forgemesh-shell-'));
  private readonly child: ChildProcessByStdio<null, Readable, null>;
  /** Named pipes: those of a child process cannot be read and written synchronously. */
  private readonly commands: number;
  private readonly results: number;
  private readonly running = new Map<string, (code: number) => void>();
  private lastId = 0;

  constructor() {
    const [commands, results] = [join(this.folder, 'commands'), join(this.folder, 'results')];
    spawnSync('mkfifo', [commands, results]);
    this.commands = openSync(commands, 'r+');
    this.results = openSync(results, 'r+');
    // The shell ends with this process, because it has only the end that reads.
    const input = openSync(commands, 'r');
    this.child = spawn('/bin/sh', [], {
      cwd: '/',
      env: {},
      stdio: [input, 'pipe', 'ignore', this.results],
    }) as typeof this.child;
    closeSync(input);
    createInterface(this.child.stdout).on('line', (line) => this.finish(line));
    this.child.unref();
    this.keepAlive();
  }

  runSync(command: ShellCommand): ShellResult {
    const files = this.prepare(command);
    this.send(`${this.script(command, files)}\necho $? >&3\n`);
    const code = Buffer.alloc(8);
    const length = readSync(this.results, code);
    return this.resultOf(Number(code.toString('latin1', 0, length)), files);
  }

  async run(command: ShellCommand): Promise<ShellResult> {
    const files = this.prepare(command);
    const id = String(this.lastId);
    const ended = new Promise<number>((resolve) => this.running.set(id, resolve));
    this.keepAlive();
    this.send(`{\n${this.script(command, files)}\necho ${id} $?\n} &\n`);
    return this.resultOf(await ended, files);
  }

  close(): void {
    this.child.kill('SIGKILL');
    closeSync(this.commands);
    closeSync(this.results);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The path of the files of a new command, without their ending. */
  private prepare({ input = '' }: ShellCommand): string {
    this.lastId += 1;
    const files = join(this.folder, String(this.lastId));
    writeFileSync(`${files}.in`, input);
    return files;
  }

  private script({ program, args, cwd, env }: ShellCommand, files: string): string {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
    const words = [...variables, 'exec', ...[program, ...args].map(quote)].join(' ');
    // The shell adds the variables of its folder.
    return `(cd ${quote(cwd)} && unset PWD OLDPWD && ${words}) <${files}.in >${files}.out 2>${files}.err 3>&-`;
  }

  private send(text: string): void {
    const bytes = Buffer.from(text);
    for (let sent = 0; sent < bytes.length;) sent += writeSync(this.commands, bytes, sent);
  }

  private finish(line: string): void {
    const [id = '', code] = line.split(' ');
    this.running.get(id)?.(Number(code));
    this.running.delete(id);
    this.keepAlive();
  }

  /** This process waits for commands that run, but not for the shell. */
  private keepAlive(): void {
    const output = this.child.stdout as Socket;
    if (this.running.size > 0) output.ref();
    else output.unref();
  }

  private resultOf(code: number, files: string): ShellResult {
    const result = { code, stdout: readFileSync(`${files}.out`), stderr: readFileSync(`${files}.err`) };
    for (const end of ['in', 'out', 'err']) rmSync(`${files}.${end}`);
    return result;
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

let shell: Shell | undefined;

afterAll(() => {
  shell?.close();
  shell = undefined;
});

/** Runs a program and waits for its end. */
export function runSync(command: ShellCommand): ShellResult {
  shell ??= new Shell();
  return shell.runSync(command);
}

/** Runs a program. */
export function runAsync(command: ShellCommand): Promise<ShellResult> {
  shell ??= new Shell();
  return shell.run(command);
}
