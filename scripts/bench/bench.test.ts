// Properties that the results rely on: a reproducible history, a schedule that hides no delay, and
// correct attribution of CPU time and processes.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { git, createLocalRepository } from './fixture/local-repository.ts';
import { startDriver } from './load/index.ts';
import { percentile, summarize } from './load/statistics.ts';
import { cpuByPart } from './measure/cpu.ts';
import { limitCpu, reasonAgainstLimits } from './measure/cpu-limit.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgemesh-bench-test-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the history', () => {
  it('has the same ids on every machine, and the requested size', async () => {
    const size = { commits: 110, files: 40, branches: 6, tags: 4 };
    const local = await createLocalRepository(join(folder, 'local.git'), size);
    expect(local.commits[0]).toBe('74ce41ba0c24018c1c8daa92eb22c42097948be7');
    expect(Number(await git(local.folder, ['rev-list', '--count', '--all']))).toBe(size.commits);
    expect(Number(await git(local.folder, ['rev-list', '--count', '--merges', 'main']))).toBe(4);
    const refs = (await git(local.folder, ['for-each-ref', '--format=%(refname)'])).trim().split('\n');
    expect(refs.filter((ref) => ref.startsWith('refs/heads/'))).toHaveLength(size.branches);
    expect(refs.filter((ref) => ref.startsWith('refs/tags/'))).toHaveLength(size.tags);
  });
});

describe('the statistics', () => {
  it('percentiles are measured values', () => {
    const sorted = Float64Array.from({ length: 10 }, (_, n) => n + 1);
    expect([50, 90, 99].map((percent) => percentile(sorted, percent))).toEqual([5, 9, 10]);
  });

  it('failed and late requests are counted as sent, but not as successful', () => {
    const measurements = [
      { firstByteMs: 10, outcome: '200', isGood: true, isInTime: true, bytes: 40 },
      { firstByteMs: 30, outcome: '200', isGood: true, isInTime: false, bytes: 20 },
      { firstByteMs: 20, outcome: '503', isGood: false, isInTime: false, bytes: 20 },
      { firstByteMs: NaN, outcome: 'no response', isGood: false, isInTime: false, bytes: 0 },
    ];
    const { ttfb, ...counts } = summarize(measurements, 2);
    expect(counts).toEqual({
      sent: 4,
      responses: 3,
      perSecond: 0.5,
      goodPercent: 50,
      failures: { 503: 1, 'no response': 1 },
      bytes: 20,
    });
    expect(ttfb.average).toBeCloseTo(20);
  });
});

describe('the driver', () => {
  let server: Server;
  const driver = startDriver();

  afterEach(() => new Promise((resolve) => server.close(resolve)));
  afterAll(() => driver.close());

  /**
   * Starts a server whose first response takes 400 ms; the others are immediate. Records the
   * requests and the maximum number of concurrent ones.
   */
  async function startServerWithSlowFirstResponse(): Promise<{
    origin: string;
    requests: string[];
    maxConcurrent: () => number;
  }> {
    const requests: string[] = [];
    let [open, maxConcurrent] = [0, 0];
    server = createServer((request, response) => {
      requests.push(String(request.url));
      maxConcurrent = Math.max(maxConcurrent, ++open);
      const respond = () => {
        open--;
        response.end('{}');
      };
      setTimeout(respond, requests.length === 1 ? 400 : 0);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return {
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      requests,
      maxConcurrent: () => maxConcurrent,
    };
  }

  const request = { method: 'GET', path: '/thing-%n%', headers: {} };
  const silent = { begin: () => undefined, end: () => undefined };

  it('at a fixed rate, includes the time that later requests wait for a slow one', async () => {
    const { origin, requests } = await startServerWithSlowFirstResponse();
    const job = { origin, requests: [request], rate: 50, connections: 1, warmUp: 0, seconds: 0.6, serial: 7 };
    const { sent, goodPercent, ttfb } = await driver.run(job, silent);
    expect({ sent, goodPercent }).toEqual({ sent: 30, goodPercent: 100 });
    // Half of the requests were due while the first one was open.
    expect(ttfb.p50).toBeGreaterThan(100);
    expect(new Set(requests).size).toBe(30);
    expect(requests[0]).toBe('/thing-7-0');
  });

  it('reports failures, which have no response time', async () => {
    const { origin } = await startServerWithSlowFirstResponse();
    await new Promise((resolve) => server.close(resolve));
    const job = { origin, requests: [request], connections: 1, warmUp: 0, seconds: 5, limit: 1, serial: 9 };
    const { sent, failures, ttfb } = await driver.run(job, silent);
    expect({ sent, failed: Object.values(failures), p50: ttfb.p50 }).toEqual({ sent: 1, failed: [1], p50: NaN });
  });

  it('at saturation, each client sends a request when its previous request is complete', async () => {
    const { origin, requests, maxConcurrent } = await startServerWithSlowFirstResponse();
    const job = { origin, requests: [request], connections: 2, warmUp: 0, seconds: 20, limit: 5, serial: 8 };
    const { sent, goodPercent, ttfb } = await driver.run(job, silent);
    expect({ sent, goodPercent, requests: requests.length, maxConcurrent: maxConcurrent() }).toEqual({
      sent: 10,
      goodPercent: 100,
      requests: 10,
      maxConcurrent: 2,
    });
    expect(ttfb.p99).toBeGreaterThan(390);
    expect(ttfb.average).toBeLessThan(ttfb.p99);
  });
});

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('the limit of processes', () => {
  const reason = reasonAgainstLimits();
  const whereLimited = reason === undefined ? it : it.skip;
  if (reason !== undefined) console.warn(`The limit is not tested: ${reason}`);

  whereLimited('holds for them and what they start, until it is removed', async () => {
    const busy = `const end = Date.now() + 1000; while (Date.now() < end); console.log(process.cpuUsage().user);`;
    const child = spawn('sh', ['-c', `read line; exec ${process.execPath} -e '${busy}'`]);
    const limit = limitCpu(`forgemesh-test-${process.pid}`, [Number(child.pid)], 0.2);
    const printed = text(child.stdout);
    child.stdin.end('start\n');
    expect(Number(await printed)).toBeLessThan(500_000);
    limit.remove();
    expect(existsSync(`/sys/fs/cgroup/cpu/forgemesh-test-${process.pid}`)).toBe(false);
  });
});

describe('the meter', () => {
  onLinux('counts what children used, also those that have ended', () => {
    const before = cpuByPart({ self: [process.pid] });
    spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);']);
    const after = cpuByPart({ self: [process.pid] });
    expect((after.self ?? 0) - (before.self ?? 0)).toBeGreaterThan(100);
  });

  it('records each process that a service and its Node children start', async () => {
    const [outer, inner] = [join(folder, 'outer.js'), join(folder, 'inner.js')];
    writeFileSync(outer, `require('node:child_process').fork(process.argv[2], [process.argv[3]], { env: {} });`);
    writeFileSync(
      inner,
      `require('node:child_process').spawn('git', ['--version'], { env: { PATH: process.argv[2] } });`,
    );
    const env = {
      ...process.env,
      NODE_OPTIONS: `--require=${join(__dirname, 'measure/preload.cjs')}`,
      FORGE_BENCH_FOLDER: folder,
    };
    const child = spawn(process.execPath, [outer, inner, String(process.env.PATH)], { env, stdio: 'inherit' });
    await new Promise((resolve) => child.once('exit', resolve));
    expect(existsSync(join(folder, 'started'))).toBe(true);
    expect(readFileSync(join(folder, 'started'), 'utf8')).toMatch(/\ngit --version\n$/);
  });
});
