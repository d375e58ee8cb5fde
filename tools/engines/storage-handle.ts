// A storage engine that runs, of whichever kind.

export interface Storage {
  /** For MongoDB drivers, without a database. */
  uri: string;
  kind: 'external' | 'mongod' | 'documentdb';
  /** Processes whose death ends the engine; empty when it is not ours. */
  pids: number[];
  /** Undefined when it is not ours. */
  port: number | undefined;
  /** Resolves when it ends, by itself or not; never when it is not ours. */
  ended: Promise<unknown>;
  /** Ends it in order; does nothing when it is not ours. */
  stop: () => Promise<void>;
}
