// Judges whether a secondary can become the primary: what would be lost, and what speaks against
// it.

/** The replica of a repository, compared with what the backup says about it. */
export interface ComparedRepository {
  projectId: number;
  kind: 'project' | 'wiki';
  /**
   * `current`: the replica has every commit that the backup names; `behind`: it lacks some, or is
   * not verified; `absent`: there is none, although the repository has commits.
   */
  replica: 'current' | 'behind' | 'absent';
}

/** What is known when a promotion is assessed. */
export interface PromotionFacts {
  now: Date;
  /** URLs at which the former primary still responds. */
  respondingUrls: string[];
  /** Name of the primary in the list of nodes; undefined if the list has none. */
  primaryName: string | undefined;
  /** The node that is said to be off; undefined if nobody says so. */
  statedOff: string | undefined;
  /** Whether the node of the secondary is in the backup. */
  hasOwnNode: boolean;
  /** Whether processes of the secondary run. */
  isSecondaryRunning: boolean;
  /** Whether the secondary has gone through all projects once. */
  hasBackfilled: boolean;
  /** When the secondary had last processed every change of the primary; null for never. */
  caughtUpAt: Date | null;
  /** Whether replication was paused, so that changes of the primary are unknown. */
  isPaused: boolean;
  /** Changes of the primary that were announced to the secondary, and are not processed. */
  waitingEvents: number;
  /** Only what namespaces contain is replicated. */
  isSelective: boolean;
  repositories: ComparedRepository[];
  /** Projects whose large files are not all replicated. */
  projectsLackingLargeFiles: number[];
  backup: {
    begunAt: Date;
    finishedAt: Date;
    revision: string;
    /** Whether repositories and large files are in it, too. */
    isComplete: boolean;
  };
  /** Revision of this program. */
  revision: string;
  /** Versions in the last reports of both nodes; undefined if unknown. */
  versions: { primary: string | undefined; secondary: string | undefined };
  /** Time of the newest change on the clock of the primary; null if unknown. */
  newestChangeAt: Date | null;
}

/** The result. */
export interface Assessment {
  /** Reasons for which a promotion is always refused. */
  refusals: string[];
  /** What would be lost or is doubtful; the operator has to accept it. */
  losses: string[];
  /** What the operator should know. */
  notes: string[];
}

/** Tolerated difference of two clocks in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Ids that are listed; the others are counted. */
const MAX_LISTED = 20;

/** Assesses a promotion. */
export function assessPromotion(facts: PromotionFacts): Assessment {
  return {
    refusals: refusalsOf(facts),
    losses: lossesOf(facts),
    notes: notesOf(facts),
  };
}

function refusalsOf(facts: PromotionFacts): string[] {
  const { respondingUrls, primaryName, statedOff, hasOwnNode, isSecondaryRunning } = facts;
  const refusals = respondingUrls.map(
    (url) => `The primary still responds at ${url}: two primaries would diverge. Stop it first.`,
  );
  if (primaryName === undefined) refusals.push('The list of nodes has no primary, so there is none to replace.');
  else if (statedOff !== undefined && !isSameName(statedOff, primaryName))
    refusals.push(`The primary is called ${primaryName}, not ${statedOff}: --primary-is-off must name it.`);
  if (!hasOwnNode)
    refusals.push('The backup does not contain the node of this secondary: make one after the node was created.');
  if (isSecondaryRunning && statedOff !== undefined)
    refusals.push('The secondary is running: stop it first, so that its replicas do not change.');
  return refusals;
}

function lossesOf(facts: PromotionFacts): string[] {
  const { backup, caughtUpAt, waitingEvents, repositories } = facts;
  const losses: string[] = [];
  if (!facts.hasBackfilled || caughtUpAt === null)
    losses.push('The secondary has never replicated everything: projects may be missing.');
  if (facts.isPaused) losses.push('The replication of the secondary is paused: changes since then are unknown.');
  if (waitingEvents > 0) losses.push(`${waitingEvents} changes of the primary are known, but have not been processed.`);
  if (!backup.isComplete) {
    const behind = repositories.filter(({ replica }) => replica === 'behind');
    if (behind.length > 0)
      losses.push(`${behind.length} replicas lack commits or are not verified: ${listOf(behind.map(nameOf))}.`);
    const absent = repositories.filter(({ replica }) => replica === 'absent');
    if (absent.length > 0) losses.push(`${absent.length} repositories have no replica: ${listOf(absent.map(nameOf))}.`);
    const { projectsLackingLargeFiles: lacking } = facts;
    if (lacking.length > 0)
      losses.push(`Large files of ${lacking.length} projects are not all replicated: ${listOf(lacking)}.`);
  }
  return [...losses, ...doubtsOf(facts)];
}

/** Differences that say that the data may not be what it seems. */
function doubtsOf({ now, backup, revision, versions, newestChangeAt }: PromotionFacts): string[] {
  const doubts: string[] = [];
  if (backup.revision !== revision && ![backup.revision, revision].includes('unknown'))
    doubts.push(`The backup is of revision ${backup.revision}, this program of ${revision}.`);
  const { primary, secondary } = versions;
  if (primary !== undefined && secondary !== undefined && primary !== secondary)
    doubts.push(`The primary has version ${primary}, the secondary ${secondary}.`);
  const newest = Math.max(backup.finishedAt.getTime(), newestChangeAt?.getTime() ?? 0);
  const ahead = newest - now.getTime();
  if (ahead > CLOCK_TOLERANCE_MS)
    doubts.push(`The clock of this machine is ${Math.round(ahead / 1000)} s behind that of the primary.`);
  return doubts;
}

function notesOf(facts: PromotionFacts): string[] {
  const { backup, caughtUpAt, repositories, isSelective } = facts;
  const count = (replica: string) => repositories.filter((one) => one.replica === replica).length;
  const notes = [
    `Users, projects, issues, merge requests and everything else in the databases are those of the backup of ` +
      `${backup.begunAt.toISOString()}: later changes of them are lost.`,
    `Of the repositories with commits, ${count('current')} are taken from the replicas, which had everything at ` +
      `${caughtUpAt?.toISOString() ?? 'no time'}.`,
  ];
  const fromBackup = repositories.length - count('current');
  if (backup.isComplete && fromBackup > 0) notes.push(`${fromBackup} repositories are taken from the backup.`);
  if (isSelective) notes.push('The secondary replicates only the namespaces of its selection.');
  return notes;
}

/** Whether two names of nodes are the same, as the services compare them. */
export function isSameName(one: string, other: string): boolean {
  const key = (name: string) => name.toLowerCase().replace(/\/+$/, '');
  return key(one) === key(other);
}

function nameOf({ projectId, kind }: ComparedRepository): string {
  return kind === 'wiki' ? `${projectId} (wiki)` : String(projectId);
}

function listOf(items: readonly (string | number)[]): string {
  const listed = items.slice(0, MAX_LISTED).join(', ');
  return items.length > MAX_LISTED ? `projects ${listed} and ${items.length - MAX_LISTED} more` : `projects ${listed}`;
}
