/** Selects the commits of a walk. */
export interface WalkQuery {
  /** Commits to start from. */
  from: readonly string[];
  /** Commits that are excluded together with their history. */
  exclude?: readonly string[];
  first_parent?: boolean;
  /** Only commits that changed this path (literal, file or folder). */
  path?: string;
  /** Bounds of the committer date, in seconds since 1970, both inclusive. */
  since?: number;
  until?: number;
}
