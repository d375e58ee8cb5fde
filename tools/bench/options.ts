// What the command line says.

import { parseArgs } from 'node:util';
import { explain, PlainError } from '../lib/fail.ts';

export const usage = `Usage: npm run bench -- [options]
  --rate NUMBER     requests per second offered to each read (200)
  --seconds NUMBER  measured time at that rate, after 3 s of warm-up (10)
  --only TEXTS      only endpoints whose name holds one of these texts, any case, comma-separated
  --quick           1 s of warm-up, 3 s measured, 2 s at the limit
  --large           for a user who sees 10,000 projects, one of them with 100,000 issues and 5,000 merge requests
  --scale           measure the ratio of large to small data instead
  --json FILE       write the results there too
  --profile FOLDER  write CPU profiles of all services at the limit of each endpoint there
  --help            show this
Environment: MONGODB_URI and NATS_URL name engines to use instead of starting some.`;

export interface BenchOptions {
  rate: number;
  seconds: number;
  warmUp: number;
  /** Seconds at the limit. */
  saturation: number;
  /** In lower case. */
  only: string[];
  large: boolean;
  scale: boolean;
  json: string | undefined;
  profile: string | undefined;
  help: boolean;
}

/** @throws {PlainError} */
export function readOptions(args: string[]): BenchOptions {
  const { quick, rate, seconds, only, ...rest } = parse(args);
  const number = (name: string, text: string) => {
    if (!(Number(text) > 0)) throw new PlainError(`--${name} must be a number above 0, not ${text}.\n${usage}`);
    return Number(text);
  };
  return {
    ...{ large: false, scale: false, help: false, json: undefined, profile: undefined },
    ...rest,
    rate: number('rate', rate ?? '200'),
    seconds: number('seconds', seconds ?? (quick ? '3' : '10')),
    warmUp: quick ? 1 : 3,
    saturation: quick ? 2 : 5,
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
        json: { type: 'string' },
        profile: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new PlainError(`${explain(error).split('\n')[0]}\n${usage}`);
  }
}
