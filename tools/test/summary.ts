// The summary of a test run: where its time went.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../lib/root.ts';

/** What the time (ms) of a suite went into, as `suite-times.cjs` measured it. */
export interface SuiteTimes {
  /** Absolute path. */
  path: string;
  /** Waiting for conditions. */
  waiting: number;
  /** Starting instances and datastores. */
  starting: number;
}

/** A suite that ran. */
export interface RunSuite {
  /** Absolute path. */
  path: string;
  /** `unit`, `datastore`, `service` or `story`. */
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
 * Lines that name the slowest suites, and the time per kind with the shares of waiting and of
 * starting instances.
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
  const waiting = sum(measured.map((each) => each.waiting));
  const starting = sum(measured.map((each) => each.starting));
  const parts = [`waiting ${share(waiting, total)}`, `starting instances ${share(starting, total)}`];
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
