/**
 * What the replicas of a secondary have of the logs of their originals. Two implementations: in the
 * folders of one process, or in the database and the object store for any number of processes.
 */
import type { LogPart, ReplicaCursor, SentPack } from '#refs/packs';
import type { RepositoryLocation } from '#storage';

/** The replicas of this node, apart from their metadata. */
export interface ReplicaLogs {
  /**
   * The place in the log of the original that the state of a repository includes at least;
   * undefined if it follows none. Of an original, the place in its own log.
   */
  readCursor(location: RepositoryLocation): Promise<ReplicaCursor | undefined>;
  /** Notes that a replica has everything up to a place. Ignored for one that does not exist. */
  setCursor(location: RepositoryLocation, cursor: ReplicaCursor): Promise<void>;
  /**
   * Applies a part of the log of the original. Returns the content that has to be stored first;
   * then nothing is changed. Errors: BadRequestError for packs without a digest, GitError for
   * damaged ones.
   */
  applyPart(location: RepositoryLocation, part: LogPart): Promise<SentPack[]>;
  /**
   * Keeps content until a part that needs it is applied. Throws BadRequestError if it does not have
   * the digest and size.
   */
  storePack(pack: SentPack, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Lets `fetch` change the folder of a replica, and keeps what it has brought. */
  fetch(location: RepositoryLocation, fetch: () => Promise<void>): Promise<void>;
  /** Removes a replica. Idempotent. */
  remove(location: RepositoryLocation): Promise<void>;
}
