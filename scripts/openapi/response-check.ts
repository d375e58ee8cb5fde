// Checks the responses in one suite against the OpenAPI document of its mesh. With
// FORGE_OPENAPI_REPORT, a folder, it writes the differences there and fails no test.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Recorder } from './recorder.ts';
import { ResponseChecker, type ReceivedResponse, type OpenApiDocument } from './response-checker.ts';

/** The report of a worker for `npm run openapi:check`. */
export interface Report {
  violations: { key: string; operation: string; text: string; test: string }[];
  counts: Record<string, number>;
  ms: number;
}

/** One checker per mesh: the suites of a worker share compiled schemas. */
const checkers: Map<string, ResponseChecker> = new Map();

/** @param mesh undefined: nothing is checked */
export async function createResponseCheck(mesh: { url: string; rootToken: string } | undefined) {
  const checker = mesh && (checkers.get(mesh.url) ?? (await loadChecker(mesh)));
  const reportFolder = process.env.FORGE_OPENAPI_REPORT;
  if (checker && !checker.recorder && process.env.FORGE_OPENAPI_RECORD)
    checker.recorder = new Recorder(process.env.FORGE_OPENAPI_RECORD);
  const found: Report['violations'] = [];
  const reported = new Set();
  let test = 'before the tests';
  let ms = 0;

  /** Returns the differences since the last call as errors. */
  const takeErrors = (): Error[] => {
    if (reportFolder) return [];
    return found.splice(0).map(({ operation, text, test: name }) => {
      const error = new Error(`The response differs from the OpenAPI document: ${operation}, ${text}\n  in: ${name}`);
      error.stack = error.message;
      return error;
    });
  };
  return {
    check(response: ReceivedResponse & { url: string }) {
      if (!checker || response.url !== mesh.url) return;
      const start = process.cpuUsage();
      for (const violation of checker.check(response)) {
        // Refusals that only some runs receive must not fail a run; `npm run openapi:check` lists
        // them.
        if (violation.isRefusal && !reportFolder) continue;
        // Each difference fails the suite only once.
        if (reported.has(violation.key)) continue;
        reported.add(violation.key);
        found.push({ ...violation, test });
      }
      const { user, system } = process.cpuUsage(start);
      ms += (user + system) / 1000;
    },
    startTest(name: string) {
      test = name;
    },
    takeErrors,
    /** Returns the remaining errors at the end of the suite. */
    finish(): Error[] {
      if (checker && reportFolder) {
        const report: Report = { violations: found, counts: Object.fromEntries(checker.counts), ms };
        appendFileSync(join(reportFolder, `${process.pid}.ndjson`), `${JSON.stringify(report)}\n`);
        checker.counts.clear();
      }
      return takeErrors();
    },
  };
}

async function loadChecker({ url, rootToken }: { url: string; rootToken: string }) {
  const response = await fetch(`${url}/api/v4/openapi.json`, { headers: { 'PRIVATE-TOKEN': rootToken } });
  if (response.status !== 200) throw new Error(`The OpenAPI document cannot be read: ${response.status}`);
  const checker = new ResponseChecker((await response.json()) as OpenApiDocument);
  checkers.set(url, checker);
  return checker;
}
