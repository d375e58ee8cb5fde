// The tables of costs with all effects, in Markdown.

import { number } from '../report.ts';
import type { EffectsPhase } from './measure-effects.ts';
import type { GitPhase } from './transport.ts';

/** Result of an operation. */
export interface EffectsRow {
  name: string;
  goal: string;
  phases: EffectsPhase[];
}

/** Result of a git command. */
export interface GitRow {
  name: string;
  phases: GitPhase[];
}

export function effectsTable(rows: EffectsRow[]): string[] {
  const [first] = rows;
  if (!first) return [];
  const at = first.phases.map(({ connections }) => connections).join(' / ');
  const heads = [
    `with all effects, at ${at} connections`,
    'per second',
    'P50 ms',
    'CPU ms',
    'commands',
    'bytes',
    'goal',
  ];
  const of = (phases: EffectsPhase[], value: (phase: EffectsPhase) => number, digits = 1) =>
    phases.map((phase) => value(phase).toFixed(digits)).join(' / ');
  return markdown(
    heads,
    rows.map(({ name, phases, goal }) => [
      name,
      of(phases, ({ perSecond }) => perSecond, 0),
      of(phases, ({ ttfb }) => ttfb.p50),
      of(phases, ({ cpuMs }) => cpuMs),
      of(phases, ({ commands }) => commands),
      number(Math.round(phases.at(-1)?.bytes ?? NaN)),
      goal,
    ]),
  );
}

/** Where the CPU time goes with the most connections. */
export function partsTable(rows: EffectsRow[]): string[] {
  const names = [...new Set(rows.flatMap(({ phases }) => Object.keys(phases.at(-1)?.cpuMsByPart ?? {})))];
  if (rows.length === 0) return [];
  return markdown(
    ['CPU ms by part', ...names],
    rows.map(({ name, phases }) => [name, ...names.map((part) => (phases.at(-1)?.cpuMsByPart[part] ?? 0).toFixed(1))]),
  );
}

export function gitTable(rows: GitRow[]): string[] {
  const [first] = rows;
  if (!first) return [];
  const at = first.phases.map(({ connections }) => connections).join(' / ');
  const of = (phases: GitPhase[], value: (phase: GitPhase) => number, digits: number) =>
    phases.map((phase) => value(phase).toFixed(digits)).join(' / ');
  return markdown(
    [`git, ${at} at once`, 'per second', 'of raw git', 'CPU ms', 'of raw git', 'raw: per second', 'raw: CPU ms'],
    rows.map(({ name, phases }) => [
      name,
      of(phases, ({ product }) => product.perSecond, 1),
      of(phases, ({ product, yardstick }) => product.perSecond / yardstick.perSecond, 2),
      of(phases, ({ product }) => product.cpuMs, 0),
      of(phases, ({ product, yardstick }) => product.cpuMs / yardstick.cpuMs, 2),
      of(phases, ({ yardstick }) => yardstick.perSecond, 1),
      of(phases, ({ yardstick }) => yardstick.cpuMs, 0),
    ]),
  );
}

function markdown(heads: string[], rows: string[][]): string[] {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
