// `npm test`: builds a fresh checkout, runs all checks and suites, prints where the time went, and
// the total counts in the last line. `npm test -- <jest arguments>` runs some suites with all their
// cases and without the checks, and `npm test -- --since REVISION` those that a change since then
// affects. `npm run test:full` adds what takes long by nature; `-- --record` also records the
// duration of each suite.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkBreaking } from './breaking.ts';
import { build, buildBundled } from './build.ts';
import { prepareChartTools } from '../kubernetes/chart/tools.ts';
import { findStorage } from '../datastores/index.ts';
import { findNatsServer } from '../datastores/nats-server.ts';
import { formatError, PlainError, runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { linters, runLinter, type Linter } from './lint.ts';
import { kindOfSuite } from '../test/kinds.cjs';
import { readTimes, summarize, type SuiteTimes } from '../test/summary.ts';
import { affectedSuites, changedSince, readPackages } from '../test/affected.ts';
import { checkTypes } from './types.ts';

/** Maximum number of failed suites that are run again; more failures have a common cause. */
const MAX_REPEATED_SUITES = 3;

const log = createLog();

await runMain(async () => {
  const options = process.argv.slice(2);
  if (takeOption(options, '--full')) process.env.FORGE_TEST_FULL = '1';
  const isRecorded = takeOption(options, '--record');
  const args = suitesToRun(options);
  // A run that names its suites has all their cases, except one of every story.
  if (args && args.length > 0 && !args.includes(`${root}/test-e2e/`)) process.env.FORGE_TEST_FULL = '1';
  if (!args) return console.log('No suite is affected\n0 passed, 0 failed');
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let unmet: string[] = [];
  let exitCode = 1;
  try {
    const engines = prepare(args);
    // A failure is reported when the promise is awaited below.
    engines.catch(() => undefined);
    unmet = await failures([['Building', () => (args.length === 0 ? buildBundled({ log }) : build({ log }))]]);
    if (args.length === 0) unmet.push(...(await failures(checks())));
    await engines;
    exitCode = await runJest(args, counts, isRecorded);
  } catch (error) {
    console.error(formatError(error));
    counts.failed++;
  }
  // Repeated at the end, because the output of the suites is long.
  for (const text of unmet) console.error(text);
  counts.failed += unmet.length;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  return counts.failed > 0 ? 1 : exitCode;
});

/** Removes an option, and returns whether it was there. */
function takeOption(options: string[], option: string): boolean {
  const at = options.indexOf(option);
  if (at >= 0) options.splice(at, 1);
  return at >= 0;
}

/** Replaces `--since REVISION` by the affected suites; undefined if there are none. */
function suitesToRun(options: string[]): string[] | undefined {
  const [option, revision, ...rest] = options;
  if (option !== '--since') return options;
  if (revision === undefined) throw new PlainError('--since needs a revision');
  const suites = affectedSuites(changedSince(revision), readPackages());
  if (suites === 'all') return rest;
  return suites.length === 0 ? undefined : [...suites, ...rest];
}

/** Downloads or builds what the cache lacks; the setup of the suites starts the datastores. */
async function prepare(args: string[]) {
  const checksChart = args.length === 0 || args.some((text) => text.includes('chart'));
  if (checksChart) await prepareChartTools(log);
  if (!process.env.MONGODB_URI) await findStorage({ log });
  if (!process.env.NATS_URL) await findNatsServer(log);
}

/** Name, and a function that rejects if the check fails. */
type Check = [string, () => Promise<void>];

function checks(): Check[] {
  return [
    ...linters.map(checkOf),
    ['Checking types', () => log.step('Checking types', () => checkTypes())],
    [
      'Comparing the contract',
      () => log.step('Comparing the contract with the last release', () => checkBreaking(log)),
    ],
  ];
}

function checkOf(linter: Linter): Check {
  const text = `Linting with ${linter.name}`;
  return [
    text,
    () =>
      log.step(text, async () => {
        const { code, output } = await runLinter(linter);
        if (code !== 0) throw new Error(output.trim());
      }),
  ];
}

/**
 * Runs checks and prints failures.
 * @returns the failures as text
 */
async function failures(checks: Check[]): Promise<string[]> {
  const results = await Promise.allSettled(checks.map(([, work]) => work()));
  const failed = results.flatMap((result, index) =>
    result.status === 'rejected' ? [`${checks[index]?.[0]}: ${reasonOf(result.reason)}`] : [],
  );
  for (const text of failed) console.error(text);
  return failed;
}

function reasonOf(reason: unknown) {
  return reason instanceof Error ? reason.message : String(reason);
}

/** The used part of Jest's results. */
interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    /** Times in milliseconds. */
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/**
 * Runs Jest with its normal output and adds its counts; a suite that cannot run counts as one
 * failure.
 *
 * In a run of all suites, up to `MAX_REPEATED_SUITES` failed suites are run once more, one after
 * the other, because suites with many processes can time out when two of them share a machine. The
 * second result counts, and the first failures are printed.
 * @returns exit code
 */
async function runJest(
  args: string[],
  counts: { passed: number; failed: number; skipped: number },
  isRecorded: boolean,
): Promise<number> {
  const first = await runSuites(args);
  if (isRecorded) recordDurations(first.results);
  printSummary(first.results, first.times);
  const failed = first.results.testResults.filter(({ status }) => status === 'failed');
  addCounts(counts, first.results, 1);
  if (args.length > 0 || failed.length === 0 || failed.length > MAX_REPEATED_SUITES) return first.code;

  console.log(`\nRunning ${failed.length} failed suites again, one after the other`);
  const second = await runSuites(['--runInBand', '--runTestsByPath', ...failed.map(({ name }) => name)]);
  addCounts(counts, countsOf(failed), -1);
  addCounts(counts, second.results, 1);
  for (const { name, assertionResults } of failed) {
    const tests = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    console.log(`Failed in the first run: ${relative(root, name)}: ${tests.join('; ') || 'the suite itself'}`);
  }
  return second.code;
}

/** Prints where the time of a run of several suites went. */
function printSummary({ testResults }: JestResults, times: SuiteTimes[]) {
  if (testResults.length < 2) return;
  const suites = testResults.map(({ name, startTime, endTime }) => ({
    path: name,
    kind: kindOfSuite(name),
    duration: endTime - startTime,
  }));
  console.log(`\n${summarize(suites, times).join('\n')}\n`);
}

/** Writes the durations by which suites are ordered; those of suites that did not run stay. */
function recordDurations({ testResults }: JestResults) {
  const file = join(root, 'scripts/test/durations.json');
  const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  const measured = testResults.map(({ name, startTime, endTime }) => [
    relative(root, name),
    Math.round((endTime - startTime) / 100) / 10,
  ]);
  const all = Object.entries({ ...known, ...Object.fromEntries(measured) } as Record<string, number>);
  const present = all.filter(([path]) => existsSync(join(root, path)));
  const sorted = present.sort(([one], [other]) => one.localeCompare(other));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}

function addCounts(
  counts: { passed: number; failed: number; skipped: number },
  results: Omit<JestResults, 'testResults'>,
  sign: 1 | -1,
) {
  counts.passed += sign * results.numPassedTests;
  counts.failed += sign * (results.numFailedTests + results.numRuntimeErrorTestSuites);
  counts.skipped += sign * (results.numPendingTests + results.numTodoTests);
}

/** The counts of some suites of a run. */
function countsOf(suites: JestResults['testResults']): Omit<JestResults, 'testResults'> {
  const tests = suites.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numRuntimeErrorTestSuites: suites.filter(({ assertionResults }) => assertionResults.length === 0).length,
    numPendingTests: count('pending', 'skipped', 'disabled'),
    numTodoTests: count('todo'),
  };
}

async function runSuites(args: string[]): Promise<{ code: number; results: JestResults; times: SuiteTimes[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-counts-'));
  const file = join(folder, 'results.json');
  const times = join(folder, 'times');
  writeFileSync(times, '');
  try {
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${file}`, ...args];
    const env = { ...process.env, FORGE_TEST_TIMES: times };
    const { code } = await run(process.execPath, jest, { cwd: root, env, inherit: true });
    if (!existsSync(file)) throw new Error(`Jest ended with ${code} before any suite was run`);
    const results = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
    return { code: code ?? 1, results, times: readTimes(times) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
