import type { PushPolicy } from '@forgemesh/proto/projects/v1/push_policy';
import type { RefUpdate } from '@forgemesh/git-engine';
import type { ChangeSource } from '#access';

/** A push or commit to check before its refs move. */
export interface PushRuleRequest {
  project_id: number;
  repo: string;
  updates: readonly RefUpdate[];
  /** The pushing user; null for the system. */
  user_id: number | null;
  /** License tier of the instance. */
  tier: number;
  /** Default branch of the project; empty if it has none, and the first branch then becomes it. */
  default_branch: string;
  source: ChangeSource;
  /** The project's rule, if it was already fetched for this write. */
  policy?: Promise<PushPolicy>;
  /**
   * Environment variables that make a push's objects visible to git; empty if the objects are in
   * the repository.
   */
  quarantine_env: Record<string, string>;
}
