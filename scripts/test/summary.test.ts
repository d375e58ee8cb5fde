import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { readTimes, summarize } from './summary.ts';

it('names the slowest suites, and what the time of each kind goes into', () => {
  const suites = [
    { path: join(root, 'a.test.ts'), kind: 'unit', duration: 1_000 },
    { path: join(root, 'b.test.ts'), kind: 'story', duration: 20_000 },
    { path: join(root, 'c.test.ts'), kind: 'story', duration: 60_000 },
  ];
  const times = [
    { path: join(root, 'b.test.ts'), loading: 4_000, waiting: 10_000, starting: 0, cpu: 8_000 },
    { path: join(root, 'c.test.ts'), loading: 0, waiting: 10_000, starting: 40_000, cpu: 0 },
    { path: join(root, 'other.test.ts'), loading: 9_000, waiting: 10_000, starting: 40_000, cpu: 9_000 },
  ];
  expect(summarize(suites, times)).toEqual([
    'Slowest suites:',
    '    60.0 s  c.test.ts',
    '    20.0 s  b.test.ts',
    '     1.0 s  a.test.ts',
    'Time per kind:',
    '    80.0 s  story: 2 suites, loading modules 5 %, waiting 25 %, starting instances 50 %, CPU of the worker 10 %',
    '     1.0 s  unit: 1 suites, loading modules 0 %, waiting 0 %, starting instances 0 %, CPU of the worker 0 %',
    '    81.0 s  all: 3 suites, loading modules 5 %, waiting 25 %, starting instances 49 %, CPU of the worker 10 %',
  ]);
});

it('reads the times that suites appended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-times-'));
  try {
    const times = { path: '/a.test.ts', loading: 1, waiting: 1, starting: 2, cpu: 1 };
    writeFileSync(join(folder, 'times'), `${JSON.stringify(times)}\n`);
    expect(readTimes(join(folder, 'times'))).toEqual([times]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
