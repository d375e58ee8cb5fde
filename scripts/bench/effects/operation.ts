// A row of the tables of costs with all effects.

import type { Command, HttpRequest } from '../load/job.ts';

/** A request of the API. Each one names another object unless the name says otherwise. */
export interface Operation {
  /** Matched by `--only`. */
  name: string;
  /** Returns request `n`, from 0 on. */
  request: (n: number) => HttpRequest;
  /** Target, shown in the table. */
  goal: string;
}

/** A git command, run against the product and against the yardstick. */
export interface GitOperation {
  /** Matched by `--only`. */
  name: string;
  /**
   * Returns command `n`, from 0 on.
   * @param url of the repository
   */
  command: (n: number, url: string) => Command;
}
