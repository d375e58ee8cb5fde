// Compares the cost of pages on large and small data: each paged endpoint with one client, each
// request another page.

import { get } from '../endpoints/index.ts';
import { measure, type Phase } from '../measure-endpoint.ts';
import { number, sumOfParts, table } from '../report.ts';
import { historySubjects } from './histories.ts';
import { itemSubjects } from './items.ts';
import { projectSubject } from './projects.ts';
import { pathOf, caseName, type Side } from './subject.ts';
import type { BenchEnvironment } from '../environment.ts';
import type { BenchOptions } from '../options.ts';
import type { Log } from '../../lib/log.ts';

const subjects = [...itemSubjects, projectSubject, ...historySubjects];

/** Warm-up and measured time of each page in seconds; short, because there are many pages. */
const time = { warmUp: 0.5, seconds: 2 };

interface Ratio {
  name: string;
  small: Phase;
  large: Phase;
}

export async function measureScale(
  environment: BenchEnvironment,
  options: BenchOptions,
  log: Log,
): Promise<{ lines: string[]; ratios: Ratio[] }> {
  const measurePage = (page: string, side: Side) => {
    const requests = variantsOf(pathOf(page, side)).map((path) => get(side.token, path));
    return measure(environment, { origin: environment.url, requests, connections: 1, serial: 0, ...time });
  };
  const ratios: Ratio[] = [];
  for (const subject of subjects) {
    const pages = subject.pages.filter((page) => {
      const name = caseName(subject, page).toLowerCase();
      return options.only.some((text) => name.includes(text));
    });
    // Data is created only for the selected pages.
    const sides = pages.length > 0 ? await subject.prepare(environment, log, options) : undefined;
    for (const page of sides ? pages : []) {
      const name = caseName(subject, page);
      const row = await log.step(name, async () => ({
        name,
        small: await measurePage(page, (sides as typeof sides & {}).small),
        large: await measurePage(page, (sides as typeof sides & {}).large),
      }));
      ratios.push(row);
      // Intermediate result of a long run.
      log.print(`  ${ratioTable(ratios).at(-1)}`);
    }
  }
  return { lines: ratioTable(ratios), ratios };
}

/**
 * Pages of different sizes and positions, so that no response comes from a cache that another
 * request of the measurement has filled within its time to live.
 */
function variantsOf(path: string): string[] {
  const url = new URL(path, 'http://localhost');
  const first = Number(url.searchParams.get('page') ?? 1);
  return Array.from({ length: 200 }, (_, n) => {
    url.searchParams.set('per_page', String(10 + (n % 50)));
    url.searchParams.set('page', String(first + Math.floor(n / 50)));
    return `${url.pathname}${url.search}`;
  });
}

function ratioTable(ratios: Ratio[]) {
  const compared = ['P50', 'P90', 'CPU'].flatMap((what) => [`small ${what}`, `large ${what}`, 'ratio']);
  const heads = ['pages of 10 to 59, one client, ms', ...compared, 'good %'];
  const rows = ratios.map(({ name, small, large }) => {
    const columns = (of: (phase: Ratio['small']) => number) => [
      number(of(small)),
      number(of(large)),
      (of(large) / of(small)).toFixed(2),
    ];
    return [
      name,
      ...columns(({ ttfb }) => ttfb.p50),
      ...columns(({ ttfb }) => ttfb.p90),
      ...columns(({ usage, sent }) => sumOfParts(usage) / sent),
      number(Math.min(small.goodPercent, large.goodPercent)),
    ];
  });
  return table([heads, ...rows]);
}
