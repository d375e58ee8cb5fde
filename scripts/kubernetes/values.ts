// What the values files of the chart choose, as far as the tools need to know it.

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { PlainError } from '../lib/fail.ts';

/** A workload for each service, or one pod that runs all of them. */
export type Profile = 'separate' | 'single';

/**
 * @param files paths of values files; a later one takes precedence, as with helm
 * @throws if a file cannot be read
 */
export function profileOf(files: string[]): Profile {
  const chosen = files.map((file) => readValues(file)?.profile).findLast((profile) => profile !== undefined);
  return chosen === 'single' ? 'single' : 'separate';
}

function readValues(file: string): { profile?: unknown } | null {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new PlainError(`The values file ${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
