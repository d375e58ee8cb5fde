import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLog } from '../lib/log.ts';
import { openProcessLog } from './process-log.ts';

describe('the log of a process', () => {
  it('is rotated repeatedly while it is written', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'forgemesh-log-'));
    const log = openProcessLog(dataDir, 'a', silentLog, 1_000);
    const child = Object.assign(new EventEmitter(), { stdout: new PassThrough(), stderr: null });
    log.follow(child as never);
    const path = join(dataDir, 'logs', 'a.log');
    const write = (count: number): void => {
      for (let number = 0; number < count; number++) child.stdout.write(`${'x'.repeat(100)}\n`);
    };
    const linesOf = (file: string): number =>
      existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
    const waitForLines = async (before: number, now: number): Promise<void> => {
      for (const end = Date.now() + 60_000; linesOf(`${path}.1`) !== before || linesOf(path) !== now;) {
        if (Date.now() > end) throw new Error(`${linesOf(`${path}.1`)} and ${linesOf(path)} lines`);
        await pause(20);
      }
    };
    write(10);
    await waitForLines(0, 10);
    write(2);
    await waitForLines(10, 2);
    write(8);
    await waitForLines(10, 10);
    write(1);
    await waitForLines(10, 1);
    expect([2, 3].map((number) => linesOf(`${path}.${number}`))).toEqual([10, 0]);
    for (let round = 0; round < 4; round++) {
      write(9);
      await waitForLines(10, 10);
      write(1);
      await waitForLines(10, 1);
    }
    expect([2, 3, 4, 5].map((number) => linesOf(`${path}.${number}`))).toEqual([10, 10, 10, 0]);
    log.close();
  });
});
