// Finds calls that failed for an unexpected reason in the logs of a mesh, so that clients got 500:
// the logs are deleted after the run.

import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAX_REPORTED = 10;

/** A line of a log. */
interface LogLine {
  msg?: string;
  rpc?: string;
  err?: { stack?: string; message?: string };
}

/** @returns each failed call with its error, at most ten */
export async function findFailedCalls(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  const folder = join(dataDir, 'logs');
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    for await (const line of createInterface({ input: createReadStream(join(folder, file)) })) {
      if (found.length === MAX_REPORTED) return found;
      if (!line.includes('"msg":"call failed"')) continue;
      const { rpc, err } = JSON.parse(line) as LogLine;
      found.push(`${rpc}: ${err?.stack ?? err?.message}`);
    }
  }
  return found;
}
