/** Lines between commits and their parents: which commits are in which lane. */

/** What the lines depend on. */
export interface GraphCommit {
  id: string;
  parent_ids: readonly string[];
}

/** The lines beside a commit. */
export interface GraphRow {
  /** Lane of the commit. */
  lane: number;
  /** Lanes whose lines go past the commit. */
  passing: number[];
  /** Lanes whose lines come from above and end at the commit. */
  from: number[];
  /** Lanes whose lines begin at the commit and lead to a parent. */
  to: number[];
}

/** Returns the lines for commits, each of which is listed before its parents. */
export function graphRows(commits: readonly GraphCommit[]): GraphRow[] {
  // The commit that each lane leads to.
  const lanes: (string | undefined)[] = [];
  return commits.map(({ id, parent_ids: parents }) => {
    const from = lanes.flatMap((wanted, lane) => (wanted === id ? lane : []));
    const lane = from[0] ?? freeLane(lanes);
    for (const ended of from) lanes[ended] = undefined;
    const passing = lanes.flatMap((wanted, other) => (wanted === undefined ? [] : other));
    const to = parents.map((parent, index) => {
      const leading = lanes.indexOf(parent);
      if (leading !== -1) return leading;
      const taken = index === 0 ? lane : freeLane(lanes);
      lanes[taken] = parent;
      return taken;
    });
    return { lane, passing, from, to };
  });
}

/** Returns the number of lanes of some rows. */
export function laneCount(rows: readonly GraphRow[]): number {
  return Math.max(0, ...rows.flatMap(({ lane, passing, to }) => [lane, ...passing, ...to])) + 1;
}

function freeLane(lanes: readonly (string | undefined)[]): number {
  const free = lanes.indexOf(undefined);
  return free === -1 ? lanes.length : free;
}
