import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const MAJOR = /^v24\./;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgemesh-run-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a program through `run.mjs`. */
function start(source: string, ...args: string[]): ChildProcess {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, source);
  return spawn(process.execPath, [join(__dirname, 'run.mjs'), file, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
}

async function run(source: string, ...args: string[]): Promise<{ code: unknown; output: string }> {
  const child = start(source, ...args);
  const [output, [code]] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'close')]);
  return { code, output };
}

describe('run.mjs', () => {
  it('runs a program with Node 24, its arguments and its exit code', async () => {
    const source = 'console.log(process.version, ...process.argv.slice(2)); process.exitCode = 3;';
    const { code, output } = await run(source, '--one', 'two');
    expect(code).toBe(3);
    expect(output).toMatch(MAJOR);
    expect(output).toContain('--one two');
  });

  it('puts the same Node first in PATH', async () => {
    const { output } = await run(`
      import { execFileSync } from 'node:child_process';
      console.log(execFileSync('node', ['--version'], { encoding: 'utf8' }).trim() === process.version);
    `);
    expect(output.trim()).toBe('true');
  });

  it('forwards a signal once although npm repeats it', async () => {
    const child = start(`
      let count = 0;
      process.on('SIGINT', () => setTimeout(() => process.exit(40 + count), 1000, count++));
      setInterval(() => undefined, 1000);
      console.log('ready');
    `);
    if (child.stdout) await once(child.stdout, 'data');
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([41, null]);
  });

  it('exits with the signal that ended the program', async () => {
    const child = start("console.log('ready'); setInterval(() => undefined, 1000);");
    if (child.stdout) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });
});
