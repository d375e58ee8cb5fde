// A running storage engine of any kind.

export interface Storage {
  /** For MongoDB drivers, without a database name. */
  uri: string;
  kind: 'external' | 'mongod' | 'documentdb';
  /** Processes whose death ends the datastore; empty if it is external. */
  pids: number[];
  /** Undefined if the datastore is external. */
  port: number | undefined;
  /** Resolves when the datastore ends for any reason; never if it is external. */
  ended: Promise<unknown>;
  /** Stops the datastore in order; does nothing if it is external. */
  stop: () => Promise<void>;
}
