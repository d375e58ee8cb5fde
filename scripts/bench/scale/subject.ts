// A subject of the scale measurement: pages that are requested on small and on large data.

import type { BenchEnvironment } from '../environment.ts';
import type { BenchOptions } from '../options.ts';
import type { Log } from '../../lib/log.ts';

/** Values for the pages of one data set. */
export interface Side {
  token: string;
  /** By the placeholder name in pages: `:name`. */
  values: Record<string, number | string>;
}

export interface Subject {
  name: string;
  /** Relative to /api/v4. */
  pages: string[];
  prepare: (
    environment: BenchEnvironment,
    log: Log,
    options: Pick<BenchOptions, 'large'>,
  ) => Promise<{ small: Side; large: Side }>;
}

export function pathOf(page: string, { values }: Side): string {
  return page.replaceAll(/:(\w+)/g, (_, name) => String(values[name]));
}

/** @returns the name matched by `--only` */
export function caseName({ name }: Subject, page: string): string {
  return `${page.slice(1)}, ${name}`;
}
