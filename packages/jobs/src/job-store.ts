/** The jobs of a queue in the database. */

/** A claim as a store writes it. */
export interface Claim {
  /** Unique for each run. */
  run: string;
  /** How long the claim lasts from now, in milliseconds. */
  leaseMs: number;
}

/** Finds and claims jobs. `Job` is what a claim returns. */
export interface JobStore<Id extends number | string, Job> {
  /**
   * Returns ids of due jobs, the most urgent first, without those that run in this process; at most
   * `limit`.
   */
  findDue(limit: number, running: readonly Id[]): Promise<Id[]>;
  /**
   * Claims a job with one atomic write; null if it is not due, does not exist, or is claimed by
   * another process.
   */
  claim(id: Id, claim: Claim): Promise<Job | null>;
  /** Extends a claim; false if it is no longer held. */
  renew(id: Id, claim: Claim): Promise<boolean>;
  /** Makes an interrupted job due immediately, if the claim is still held. */
  giveBack(id: Id, claim: Claim): Promise<void>;
  /** Releases the claim of work that has ended; absent if the result of the work releases it. */
  release?(id: Id, claim: Claim): Promise<void>;
}
