import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { eventually } from '@forgemesh/kit/testing';
import { silentLog } from '../lib/log.mjs';
import { openMemberLog } from './member-log.mjs';

describe('the log of a process', () => {
  it('is set aside while it is written, and again', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'forgemesh-log-'));
    const log = openMemberLog(dataDir, 'a', silentLog, 1_000);
    const child = Object.assign(new EventEmitter(), { stdout: new PassThrough(), stderr: null });
    log.follow(child as never);
    const path = join(dataDir, 'logs', 'a.log');
    const write = (count: number): void => {
      for (let number = 0; number < count; number++) child.stdout.write(`${'x'.repeat(100)}\n`);
    };
    const linesOf = (file: string): number =>
      existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
    const settled = (before: number, now: number) =>
      eventually(
        () => Promise.resolve([linesOf(`${path}.1`), linesOf(path)]),
        (lines) => lines[0] === before && lines[1] === now,
      );
    write(10);
    await settled(0, 10);
    write(2);
    await settled(10, 2);
    write(8);
    await settled(10, 10);
    write(1);
    await settled(10, 1);
    log.close();
  });
});
