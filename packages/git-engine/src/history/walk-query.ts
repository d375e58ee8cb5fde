/** Selects the commits of a walk. */
export interface WalkQuery {
  /** Commits to start from. */
  from: readonly string[];
  /** Commits that are left out together with all that they lead to. */
  exclude?: readonly string[];
  first_parent?: boolean;
  /** Only commits that changed what is at this path (literal, file or folder). */
  path?: string;
  /** Only commits with a committer date of at least, at most so many seconds since 1970. */
  since?: number;
  until?: number;
}
