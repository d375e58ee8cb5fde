/** Creates the packs that are kept outside of folders, for one process of possibly several. */
import type { EventBus } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import { SharedRuns } from '#storage';
import type { PacksDeps } from './deps';
import { HeadAnnouncements, type AnnouncementTiming } from './head-announcements';
import { KnownHeads, MAX_HEAD_AGE_MS } from './known-heads';
import { LoggedRefs } from './logged-refs';
import { RepositoryFolders } from './repository-folders';
import { StoredPacks } from './repository-packs';

/** What the packs of one process need. */
export interface StoredPacksOptions {
  packs: PacksDeps;
  /** Moves refs: short work that writers wait for. */
  git: GitClient;
  bus: EventBus;
  /** Name of the database, which all processes share. */
  database: string;
  /** Called after a folder has followed entries. */
  onFollowed: (repo: string) => void;
  timing?: AnnouncementTiming | undefined;
}

/** The packs of one process. */
export interface RunningPacks {
  packs: StoredPacks;
  /** Whether announcements reach this process: of every entry before its writer acknowledges it. */
  isInformed(): boolean;
  /** Stops the announcements: other processes do not wait for this one any more. */
  close(): void;
}

/** Creates the packs, and announces entries to the other processes from now on. */
export function createStoredPacks(options: StoredPacksOptions): RunningPacks {
  const { packs, git, bus, database, onFollowed, timing = { maxAgeMs: MAX_HEAD_AGE_MS } } = options;
  const announcements = new HeadAnnouncements({
    bus,
    log: packs.log,
    database,
    timing,
    listener: {
      onEntry: (log, seq) => heads.note(log, seq),
      onReplaced: (log) => {
        heads.forget(log);
        packs.background.run('a folder was not replaced yet', () => folders.refresh(log));
      },
    },
  });
  const heads: KnownHeads = new KnownHeads(packs.newestSeq, () => announcements.mayCache(), timing.maxAgeMs);
  const folders: RepositoryFolders = new RepositoryFolders({
    packs,
    git,
    heads,
    loggedRefs: new LoggedRefs(packs),
    checks: new SharedRuns(),
    onFollowed,
  });
  return {
    packs: new StoredPacks(packs, folders, heads, announcements),
    isInformed: () => announcements.mayCache(),
    close: () => announcements.close(),
  };
}
