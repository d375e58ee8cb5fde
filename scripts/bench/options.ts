// Command line options of the benchmark.

import { parseArgs } from 'node:util';
import { formatError, PlainError } from '../lib/fail.ts';
import { readLayout, type Layout } from '../mesh/layout.ts';

export const usage = `Usage: npm run bench -- [options]
  --rate NUMBER     requests per second offered to each read (200)
  --seconds NUMBER  measured time at that rate, after 3 s of warm-up (10)
  --only TEXTS      only endpoints whose name contains one of these comma-separated texts, ignoring case
  --quick           1 s of warm-up, 3 s measured, 2 s at saturation
  --large           larger fixture: 10,000 visible projects, one with 100,000 issues and 5,000 merge requests
  --scale           compare the cost on large and small data instead; with --large, on 1,000,000 issues
  --effects         only the cost with all effects (database commands, CPU, git transport next to raw git)
  --lfs             large files instead: git-lfs next to a plain file server; with --quick, a tenth of the data
  --repositories    pushes, forks and the opening of lost folders instead, with objects in folders and in the store,
                    fetches from three processes, how late these show a write, and the bytes in the store;
                    --only chooses of folder, objects, hot, lag and compaction
  --layouts         compare one process for all services with a process for each instead
  --processes KIND  separate (default) or single: whether each service has its own process
  --json FILE       also write the results to this file
  --profile FOLDER  write CPU profiles of all services at the saturation of each endpoint
  --help            show this
Environment: MONGODB_URI and NATS_URL name an existing database and NATS server to use.`;

export interface BenchOptions {
  rate: number;
  seconds: number;
  warmUp: number;
  /** Duration of the saturation phase in seconds. */
  saturation: number;
  /** Less data and time. */
  quick: boolean;
  /** Lowercase. */
  only: string[];
  large: boolean;
  scale: boolean;
  effects: boolean;
  lfs: boolean;
  repositories: boolean;
  layouts: boolean;
  processes: Layout;
  json: string | undefined;
  profile: string | undefined;
  help: boolean;
}

/** @throws {PlainError} */
export function readOptions(args: string[]): BenchOptions {
  const { quick, rate, seconds, only, processes, ...rest } = parse(args);
  const number = (name: string, text: string) => {
    if (!(Number(text) > 0)) throw new PlainError(`--${name} must be a number above 0, not ${text}.\n${usage}`);
    return Number(text);
  };
  return {
    large: false,
    scale: false,
    effects: false,
    lfs: false,
    repositories: false,
    layouts: false,
    help: false,
    json: undefined,
    profile: undefined,
    ...rest,
    processes: readLayout(processes, usage) ?? 'separate',
    rate: number('rate', rate ?? '200'),
    seconds: number('seconds', seconds ?? (quick ? '3' : '10')),
    warmUp: quick ? 1 : 3,
    saturation: quick ? 2 : 5,
    quick: quick ?? false,
    only: (only ?? '').toLowerCase().split(','),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        rate: { type: 'string' },
        seconds: { type: 'string' },
        only: { type: 'string' },
        quick: { type: 'boolean' },
        large: { type: 'boolean' },
        scale: { type: 'boolean' },
        effects: { type: 'boolean' },
        lfs: { type: 'boolean' },
        repositories: { type: 'boolean' },
        layouts: { type: 'boolean' },
        processes: { type: 'string' },
        json: { type: 'string' },
        profile: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new PlainError(`${formatError(error).split('\n')[0]}\n${usage}`);
  }
}
