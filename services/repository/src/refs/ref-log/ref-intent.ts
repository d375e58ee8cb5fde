/** What a writer of refs wants. */
import type { RefUpdate } from '@forgemesh/git-engine';
import type { KeptPack, LogMark } from '#refs/packs';
import type { RepositoryLocation } from '#storage';

/** The user who changes refs. */
export interface RefActor {
  user_id: number | null;
  username: string;
  name: string;
}

/** A change of refs that someone wants. */
export interface RefIntent {
  location: RepositoryLocation;
  changes: readonly RefUpdate[];
  actor: RefActor;
  /** The project has no default branch yet. */
  may_be_default: boolean;
  push_options?: string[];
  /** Id of the write, for a single change: a retry gets the entry of the first attempt. */
  operation_id?: string | undefined;
  /** The refs belong to the service itself: their changes have no events. */
  is_internal?: true;
  /** Packs with the new objects, if they are kept already. */
  packs?: KeptPack[] | undefined;
  /** A change of the repository apart from its refs, of which there are none then. */
  mark?: LogMark;
}
