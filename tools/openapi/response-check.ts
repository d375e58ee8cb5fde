// The check of one suite: which responses of its mesh the OpenAPI document does not describe.
// With FORGE_OPENAPI_REPORT, a folder, it writes what it finds there and fails no test.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { ResponseChecker, type ReceivedResponse, type OpenApiDocument } from './response-checker.ts';

/** What a worker writes for `npm run openapi:check`. */
export interface Report {
  violations: { key: string; operation: string; text: string; test: string }[];
  counts: Record<string, number>;
  ms: number;
}

/** One for each mesh: the suites of a worker share compiled schemas. */
const checkers: Map<string, ResponseChecker> = new Map();

/** @param mesh nothing is checked without one */
export async function createResponseCheck(mesh: { url: string; rootToken: string } | undefined) {
  const checker = mesh && (checkers.get(mesh.url) ?? (await loadChecker(mesh)));
  const reportFolder = process.env.FORGE_OPENAPI_REPORT;
  const found: Report['violations'] = [];
  const known = new Set();
  let test = 'before the tests';
  let ms = 0;

  /** The differences since the last call, as errors. */
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
        // A suite fails once for each difference.
        if (known.has(violation.key)) continue;
        known.add(violation.key);
        found.push({ ...violation, test });
      }
      const { user, system } = process.cpuUsage(start);
      ms += (user + system) / 1000;
    },
    startTest(name: string) {
      test = name;
    },
    takeErrors,
    /** What is left at the end of the suite. */
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
