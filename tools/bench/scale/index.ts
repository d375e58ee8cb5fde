// Whether a page costs the same on much data as on little: each paged endpoint with one client, large against small.

import { get } from '../endpoints/index.ts';
import { measure } from '../measure-endpoint.ts';
import { number, sumOfParts, table } from '../report.ts';
import { historySubjects } from './histories.ts';
import { itemSubjects } from './items.ts';
import { projectSubject } from './projects.ts';
import { pathOf, rowName } from './subject.ts';

const subjects = [...itemSubjects, projectSubject, ...historySubjects];

/** Each page is asked for so long, after so long (s): there are many. */
const time = { warmUp: 0.5, seconds: 2 };

/**
 * @typedef {object} Ratio
 * @property {string} name
 * @property {import('../measure-endpoint.ts').Phase} small
 * @property {import('../measure-endpoint.ts').Phase} large
 */

/**
 * @param {import('../surroundings.ts').Surroundings} surroundings
 * @param {import('../options.ts').BenchOptions} options
 * @param {import('../../lib/log.ts').Log} log
 * @returns {Promise<{ lines: string[], ratios: Ratio[] }>}
 */
export async function measureScale(surroundings, options, log) {
  const measurePage = (/** @type {string} */ page, /** @type {import('./subject.ts').Side} */ side) => {
    const requests = [get(side.token, pathOf(page, side))];
    return measure(surroundings, { origin: surroundings.url, requests, connections: 1, serial: 0, ...time });
  };
  /** @type {Ratio[]} */
  const ratios = [];
  for (const subject of subjects) {
    const pages = subject.pages.filter((page) => {
      const name = rowName(subject, page).toLowerCase();
      return options.only.some((text) => name.includes(text));
    });
    // What no chosen page is about is not made.
    const sides = pages.length > 0 ? await subject.prepare(surroundings, log) : undefined;
    for (const page of sides ? pages : []) {
      const name = rowName(subject, page);
      const row = await log.step(name, async () => ({
        name,
        small: await measurePage(page, /** @type {typeof sides & {}} */ (sides).small),
        large: await measurePage(page, /** @type {typeof sides & {}} */ (sides).large),
      }));
      ratios.push(row);
      // A long run tells what it has so far.
      log.say(`  ${ratioTable(ratios).at(-1)}`);
    }
  }
  return { lines: ratioTable(ratios), ratios };
}

/** @param {Ratio[]} ratios */
function ratioTable(ratios) {
  const compared = ['P50', 'P90', 'CPU'].flatMap((what) => [`small ${what}`, `large ${what}`, 'ratio']);
  const heads = ['pages of 20, one client, ms', ...compared, 'good %'];
  const rows = ratios.map(({ name, small, large }) => {
    const columns = (/** @type {(phase: Ratio['small']) => number} */ of) => [
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
