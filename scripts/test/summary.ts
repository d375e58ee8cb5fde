// The summary of a test run: where its time went.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../lib/root.ts';

/** What the time (ms) of a suite went into, as `suite-times.cjs` measured it. */
export interface SuiteTimes {
  /** Absolute path. */
  path: string;
  /** Loading the modules of the suite. */
  loading: number;
  /** Waiting for conditions. */
  waiting: number;
  /** Starting instances and datastores. */
  starting: number;
  /** CPU time of the worker. */
  cpu: number;
}

/** A suite that ran. */
export interface RunSuite {
  /** Absolute path. */
  path: string;
  /** `unit`, `datastore`, `service in process`, `service` or `story`. */
  kind: string;
  /** Milliseconds. */
  duration: number;
}

const SLOWEST_SUITES = 10;

/** Reads the times that the suites of a run appended to a file. */
export function readTimes(file: string): SuiteTimes[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as SuiteTimes);
}

/**
 * Lines that name the slowest suites, and the time per kind with the shares of what it went into.
 */
export function summarize(suites: readonly RunSuite[], times: readonly SuiteTimes[]): string[] {
  const slowest = [...suites].sort((one, other) => other.duration - one.duration).slice(0, SLOWEST_SUITES);
  const kinds = [...new Set(suites.map(({ kind }) => kind))].sort();
  return [
    'Slowest suites:',
    ...slowest.map(({ path, duration }) => `${seconds(duration)}  ${relative(root, path)}`),
    'Time per kind:',
    ...kinds.map((kind) =>
      describe(
        kind,
        suites.filter((suite) => suite.kind === kind),
        times,
      ),
    ),
    describe('all', suites, times),
  ];
}

function describe(name: string, suites: readonly RunSuite[], times: readonly SuiteTimes[]): string {
  const paths = new Set(suites.map(({ path }) => path));
  const measured = times.filter(({ path }) => paths.has(path));
  const total = sum(suites.map(({ duration }) => duration));
  const shareOf = (name: 'loading' | 'waiting' | 'starting' | 'cpu') =>
    share(sum(measured.map((each) => each[name])), total);
  const parts = [
    `loading modules ${shareOf('loading')}`,
    `waiting ${shareOf('waiting')}`,
    `starting instances ${shareOf('starting')}`,
    `CPU of the worker ${shareOf('cpu')}`,
  ];
  return `${seconds(total)}  ${name}: ${suites.length} suites, ${parts.join(', ')}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(10);
}

function share(part: number, total: number): string {
  return `${total > 0 ? Math.round((part / total) * 100) : 0} %`;
}
