import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFailedCalls } from './failed-calls.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'forgemesh-failed-calls-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

describe('findFailedCalls', () => {
  it('returns the calls with the stacks of their errors, and nothing else', async () => {
    expect(await findFailedCalls(dataDir)).toEqual([]);
    mkdirSync(join(dataDir, 'logs'));
    const failed = {
      level: 'error',
      rpc: '/a/B',
      err: { message: 'm', stack: 'Error: m\n    at x' },
      msg: 'call failed',
    };
    const lines = [{ level: 'info', msg: 'request answered' }, failed];
    writeFileSync(join(dataDir, 'logs', 'all.log'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await findFailedCalls(dataDir)).toEqual(['/a/B: Error: m\n    at x']);
  });
});
