// Result tables.

import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../lib/processes.ts';
import { sizesOf } from './fixture/index.ts';
import type { BenchEnvironment } from './environment.ts';
import type { BenchOptions } from './options.ts';
import type { Meter, Usage } from './measure/meter.ts';
import type { Phase, Row } from './measure-endpoint.ts';

/**
 * Order of the CPU columns. `git`: git worker with all git processes; `services`: the process of
 * all services; `load`: the driver; `others`: everything else.
 */
const parts = [
  ...[
    'gateway',
    'identity',
    'projects',
    'repository',
    'git',
    'collaboration',
    'approvals',
    'deliveries',
    'geo',
    'settings',
  ],
  ...['services', 'storage', 'nats'],
];
const otherParts = ['load', 'others'];

export async function headerLines({ storageKind }: BenchEnvironment, options: BenchOptions) {
  const { rate, seconds, warmUp, saturation } = options;
  const git = (await run('git', ['--version'])).output.trim().replace('git version ', '');
  const { history, visibleProjects, users, issues, mergeRequests, labels, wide } = sizesOf(options);
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}, git ${git}, storage engine: ${storageKind}`,
    `The cores are shared by the services, the engines, the driver${storageKind === 'external' ? '' : ' (its CPU: load)'} and what else runs here (CPU: others; load average now ${loadavg()[0]?.toFixed(1)})`,
    `Repository: ${history.commits} commits, ${history.files} files, ${history.branches} branches, ${history.tags} tags; ${issues} issues, ${mergeRequests} merge requests, ${labels} labels; a merge request of ${wide} files; ${visibleProjects} further projects in the group, ${users} users; pages of 20`,
    `Reads at ${rate}/s for ${seconds} s after ${warmUp} s; then 20 clients for ${saturation} s. Times are to the first byte in ms, from the moment a request is due; for git, to the end of the command`,
  ];
}

/** CPU use of the mesh without requests. */
export async function idleLine(meter: Meter, seconds: number) {
  await meter.settle();
  const stop = meter.start();
  await sleep(seconds * 1000);
  const { cpuMs, wallMs } = stop();
  const shares = [...parts, ...otherParts].map((part) => `${part} ${((100 * (cpuMs[part] ?? 0)) / wallMs).toFixed(1)}`);
  return `Idle, % of one core: ${shares.join(', ')}`;
}

export function latencyTable(rows: Row[]) {
  const heads = [
    'endpoint',
    'offered',
    'reached',
    'good %',
    'avg',
    'P50',
    'P90',
    'P99',
    'alone P50',
    'limit/s',
    'limit good %',
    'limit P90',
    'goal',
  ];
  const lines = rows.map(({ name, offered, problem, alone, fixed, limit, goal = '' }) => {
    if (problem) return [name, `not measured: ${problem}`];
    const { average, p50, p90, p99 } = fixed?.ttfb ?? {};
    const rates = fixed ? [number(offered), number(fixed.perSecond), number(fixed.goodPercent)] : ['', '', ''];
    const times = [average, p50, p90, p99, alone?.ttfb.p50].map(number);
    const limits = [limit?.perSecond, limit?.goodPercent, limit?.ttfb.p90].map(number);
    return [name, ...rates, ...times, ...limits, goal];
  });
  return [...table([heads, ...lines]), ...failureLines(rows)];
}

/** @returns CPU milliseconds of the mesh and its datastores */
export function sumOfParts({ cpuMs }: Usage): number {
  return parts.reduce((sum, part) => sum + (cpuMs[part] ?? 0), 0);
}

export function costTable(rows: Row[]) {
  const heads = ['CPU ms per request', ...parts, 'sum', ...otherParts, 'queries', 'processes', 'which'];
  const lines = rows.flatMap(({ name, fixed, alone, queries = {} }) => {
    const phase = fixed ?? alone;
    if (!phase) return [];
    const per = (value: number) => value / phase.sent;
    const costs = parts.map((part) => per(phase.usage.cpuMs[part] ?? 0));
    const sum = per(sumOfParts(phase.usage));
    const rest = otherParts.map((part) => per(phase.usage.cpuMs[part] ?? 0));
    const started = per(phase.usage.started.length);
    const queryCount = Object.values(queries).reduce((total, value) => total + value, 0);
    const figures = [...costs, sum, ...rest].map((value) => value.toFixed(2));
    return [[name, ...figures, queryCount.toFixed(1), started.toFixed(2), kinds(phase)]];
  });
  return table([heads, ...lines]);
}

/** @returns kinds of started processes, the most frequent first */
function kinds({ usage, sent }: Phase): string {
  const counts: Map<string, number> = new Map();
  for (const line of usage.started) {
    const kind = kindOf(line);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, 4);
  return sorted.map(([kind, count]) => `${kind} ${(count / sent).toFixed(2)}`).join(', ');
}

/**
 * @param line a command line
 * @returns the program, or the subcommand for git
 */
function kindOf(line: string): string {
  const [program = '', ...args] = line.split(' ');
  if (!program.endsWith('git')) return program.split('/').at(-1) ?? program;
  const rest = args.filter((arg, n) => arg !== '-c' && args[n - 1] !== '-c' && !arg.startsWith('--git-dir'));
  return rest.find((arg) => !arg.startsWith('-')) ?? 'git';
}

function failureLines(rows: Row[]) {
  return rows.flatMap(({ name, alone, fixed, limit }) =>
    Object.entries({ alone, fixed, limit }).flatMap(([phase, done]) => {
      const failures = Object.entries(done?.failures ?? {}).map(([outcome, count]) => `${count} x ${outcome}`);
      return failures.length > 0 ? [`${name}, ${phase}: of ${done?.sent} failed ${failures.join(', ')}`] : [];
    }),
  );
}

export function number(value: number | undefined) {
  if (value === undefined || Number.isNaN(value)) return '';
  return value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1);
}

/** @param rows the first one is the header */
export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.filter((row) => row.length > 2).map((row) => row[column]?.length ?? 0)),
  );
  const isText = (column: number, row: string[]) => column === 0 || row.length === 2;
  const line = (row: string[]) =>
    row
      .map((text, column) => {
        const isLast = column === (rows[0]?.length ?? 0) - 1;
        return isText(column, row) || isLast ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
      })
      .join('  ')
      .trimEnd();
  return rows.map(line);
}
