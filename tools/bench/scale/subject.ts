// What a subject of the scale measurement is: pages that are asked for on little and on much data.

import type { Surroundings } from '../surroundings.ts';
import type { Log } from '../../lib/log.ts';

/** Where the pages of one side are. */
export interface Side {
  token: string;
  /** By the name that stands in pages as `:name`. */
  values: Record<string, number | string>;
}

export interface Subject {
  name: string;
  /** Below /api/v4. */
  pages: string[];
  prepare: (surroundings: Surroundings, log: Log) => Promise<{ small: Side; large: Side }>;
}

export function pathOf(page: string, { values }: Side): string {
  return page.replaceAll(/:(\w+)/g, (_, name) => String(values[name]));
}

/** @returns what `--only` compares with */
export function rowName({ name }: Subject, page: string): string {
  return `${page.slice(1)}, ${name}`;
}
