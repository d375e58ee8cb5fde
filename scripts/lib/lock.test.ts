// The lock file: one holder at a time, even when many processes find a dead holder's lock at the
// same time.

import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const module_ = join(__dirname, 'lock.ts');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgemesh-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A process that takes the lock, reports whether it was the only holder, and exits with or without
 * releasing it.
 */
function contender(after: string): Promise<{ stdout: string }> {
  const script = `
    import { lock } from ${JSON.stringify(module_)};
    import { existsSync, rmSync, writeFileSync } from 'node:fs';
    const inside = ${JSON.stringify(join(folder, 'inside'))};
    const release = await lock(${JSON.stringify(join(folder, 'it.lock'))});
    console.log(existsSync(inside) ? 'crowded' : 'alone');
    writeFileSync(inside, '');
    await new Promise((resolve) => setImmediate(resolve));
    rmSync(inside, { force: true });
    ${after}`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
}

it('has one holder at a time, and continues when holders die without releasing it', async () => {
  const endings = ['release();', 'process.exit(0);', 'release();', 'process.exit(0);', 'release();'];
  const results = await Promise.all(endings.map(contender));
  expect(results.map(({ stdout }) => stdout.trim())).toEqual(endings.map(() => 'alone'));
});

it('leaves nothing behind', async () => {
  await contender('release();');
  expect(readdirSync(folder)).toEqual([]);
});

it('does not mistake a process with the same id for the holder', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  writeFileSync(join(folder, 'it.lock'), JSON.stringify({ pid: other.pid, birth: 'another boot:1' }));
  const { stdout } = await contender('');
  other.kill();
  expect(stdout.trim()).toBe('alone');
  expect(existsSync(join(folder, 'it.lock'))).toBe(true);
  expect(readFileSync(join(folder, 'it.lock'), 'utf8')).not.toContain('another boot');
});
