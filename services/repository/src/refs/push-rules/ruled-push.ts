import type { PushPolicy } from '@forgemesh/proto/projects/v1/push_policy';
import type { RefUpdate } from '@forgemesh/git-engine';
import type { Door } from '../../access/policy';

/** A push or commit before its refs move. */
export interface RuledPush {
  project_id: number;
  repo: string;
  updates: readonly RefUpdate[];
  /** Who pushes; null for the system. */
  user_id: number | null;
  /** Licence tier of the instance. */
  tier: number;
  /**
   * Default branch of the project; empty while it has none, and then the first branch becomes it.
   */
  default_branch: string;
  door: Door;
  /** The project's rule where it was asked for already, for this write. */
  policy?: Promise<PushPolicy>;
  /**
   * Variables with which git sees the objects of a push; empty for what is in the repository
   * already.
   */
  quarantine_env: Record<string, string>;
}
