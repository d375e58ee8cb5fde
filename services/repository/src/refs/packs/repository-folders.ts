/**
 * The folders of repositories in this process, as caches of their logs. Other processes have
 * folders of their own. Before a folder is read, this process makes sure that it has followed every
 * entry that was acknowledged, whichever process has written it.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type GitClient, isGitError } from '@forgemesh/git-engine';
import type { RepositoryLocation, SharedRuns } from '#storage';
import { appliedFile, writeApplied } from './applied-file';
import type { LogName, PacksDeps } from './deps';
import { type Followed, followLog } from './follow-log';
import type { Head, KnownHeads } from './known-heads';
import { ATTEMPTS_OF_LOST, REMOVAL_MS } from './lost-folders';
import type { FolderDecision, LoggedRefs } from './logged-refs';

/** Folders that are remembered. */
const MAX_FOLDERS = 50_000;

/** An entry whose objects are in the folder already. */
export interface OwnEntry {
  seq: number;
  refs: readonly { ref: string; before: string; after: string }[];
}

interface Folder {
  location: RepositoryLocation;
  head: Head;
  /** The last entry that the folder has followed. */
  applied: number;
  incarnation: string | undefined;
  /**
   * File that the folder has had since then, by which it is known to be the same: an empty one
   * that a writer creates after a loss has no number. Undefined for a repository that does not
   * exist yet.
   */
  marker: string | undefined;
}

/** What the folders need. */
export interface RepositoryFoldersOptions {
  packs: PacksDeps;
  /** Moves refs: short work that writers wait for. */
  git: GitClient;
  heads: KnownHeads;
  loggedRefs: LoggedRefs;
  checks: SharedRuns;
  /** Called after a folder has followed entries. */
  onFollowed: (repo: string) => void;
}

/** The folders of this process. */
export class RepositoryFolders {
  private readonly folders = new LRUCache<string, Folder>({ max: MAX_FOLDERS });

  constructor(private readonly options: RepositoryFoldersOptions) {}

  /** Whether a folder has followed every acknowledged entry; without asking the database. */
  isOpen(repo: string): boolean {
    const folder = this.folders.get(repo);
    if (!folder || folder.applied < folder.head.newest || !this.options.heads.isCurrent(folder.head)) return false;
    if (!isPresent(folder)) return false;
    this.options.heads.renew(folder.location, folder.head, (error) =>
      this.options.packs.log.warn({ err: error, repo }, 'the head of a log was not read'),
    );
    return true;
  }

  /**
   * Lets a folder follow every entry that was acknowledged before this call. Throws
   * UnavailableError if the entries or their objects cannot be read.
   */
  async open(location: RepositoryLocation): Promise<void> {
    if (this.isOpen(location.repo)) return;
    await this.options.checks.run(location.repo, () => this.follow(location));
  }

  /** Like `open`; returns the number of the last entry that the folder has followed. */
  async catchUp(location: RepositoryLocation): Promise<number> {
    await this.open(location);
    return this.folders.get(location.repo)?.applied ?? this.catchUp(location);
  }

  /** Lets a folder follow an entry that this process has appended. Never rejects. */
  async apply(location: RepositoryLocation, entry: OwnEntry): Promise<void> {
    const { repo } = location;
    const { heads, loggedRefs, packs } = this.options;
    const head = heads.of(location);
    head.newest = Math.max(head.newest, entry.seq);
    loggedRefs.note(location, entry);
    try {
      await this.run(repo, async () => {
        const folder = this.folders.get(repo);
        // A reader may have let the folder follow it.
        if (folder && folder.applied >= entry.seq) return;
        const isNext = folder?.applied === entry.seq - 1 && isPresent(folder);
        if (!isNext || !(await this.moveRefs(location, entry))) return this.followInTurn(location, head);
        await this.noteApplied(folder, entry.seq);
      });
    } catch (error) {
      // The next reader tries again.
      packs.log.warn({ err: error, repo, seq: entry.seq }, 'a folder has not followed an entry yet');
      this.folders.delete(repo);
    }
  }

  /** Whether a folder that was open has been removed since. */
  isLost(repo: string): boolean {
    const folder = this.folders.get(repo);
    return folder !== undefined && !isPresent(folder);
  }

  /**
   * Confirms that a folder has decided about changes as the log would have done. Returns the number
   * of the last entry before the changes, which may be newer than the given one; null if the folder
   * has to follow the log, and to decide, again.
   */
  async confirm(location: RepositoryLocation, decision: FolderDecision): Promise<number | null> {
    const { repo } = location;
    const seq = await this.findAgreement(location, decision);
    if (seq !== null) return seq;
    return this.run(repo, async () => {
      const { changes } = decision;
      if (!this.folders.has(repo) || this.isLost(repo)) return null;
      // The folder may just have been following an entry.
      const { refused } = await this.options.git.checkRefUpdates({ repo, updates: [...changes] });
      const isSame = isDeepStrictEqual(refused, decision.refused);
      const confirmed = await this.findAgreement(location, { changes, refused });
      if (confirmed !== null) return isSame ? confirmed : null;
      this.options.packs.log.warn({ repo }, 'a folder has lost refs');
      await this.drop(location);
      return null;
    });
  }

  /** Opens the folders that this process has of a repository that was replaced or removed. */
  async refresh({ project_id, kind }: LogName): Promise<void> {
    const { storages } = this.options.packs;
    for (const storage of await storages.list()) {
      const location = storages.locateUnchecked(project_id, storage, kind);
      if (existsSync(location.repo)) await this.open(location);
    }
  }

  /** Runs work on a folder in turn with its other changes. */
  run<T>(repo: string, work: () => Promise<T>): Promise<T> {
    return this.options.packs.folderQueue.run(repo, work);
  }

  /** Lets the next use build the folder again, because it may differ from the log. */
  async discard(location: RepositoryLocation): Promise<void> {
    await this.run(location.repo, () => this.drop(location));
  }

  /** Forgets what is known of a folder; the next use reads it. */
  forget(repo: string): void {
    this.folders.delete(repo);
  }

  private async drop(location: RepositoryLocation): Promise<void> {
    await rm(appliedFile(location.repo), { force: true });
    this.folders.delete(location.repo);
    this.options.loggedRefs.forget(location);
  }

  /** The number at which the log agrees; null if it does not, or the folder is lost. */
  private async findAgreement(
    location: RepositoryLocation,
    { changes, refused }: Omit<FolderDecision, 'seq'>,
  ): Promise<number | null> {
    const folder = this.folders.get(location.repo);
    if (!folder || !isPresent(folder)) return null;
    const { applied: seq, incarnation } = folder;
    const agrees = await this.options.loggedRefs.agree(location, { changes, refused, seq }, incarnation);
    return agrees ? seq : null;
  }

  private async follow(location: RepositoryLocation): Promise<void> {
    const { repo } = location;
    if (this.isOpen(repo)) return;
    const head = this.options.heads.of(location);
    await this.options.heads.read(location, head);
    if (!this.hasFollowed(repo, head)) await this.run(repo, () => this.followInTurn(location, head));
  }

  private async followInTurn(location: RepositoryLocation, head: Head): Promise<void> {
    const { repo } = location;
    if (this.hasFollowed(repo, head)) return;
    // Entries that git has refused are not listed.
    const { newest } = head;
    const { seq, incarnation, added = [] } = await this.followUntilPresent(location);
    for (const entry of added) this.options.loggedRefs.note(location, entry);
    const marker = [appliedFile(repo), path.join(repo, 'HEAD')].find((file) => existsSync(file));
    this.folders.set(repo, { location, head, applied: Math.max(newest, seq), incarnation, marker });
    this.options.onFollowed(repo);
  }

  /** Lets a folder follow its log, again if it is lost while it is built. */
  private async followUntilPresent(location: RepositoryLocation): Promise<Followed> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await followLog(this.options.packs, location);
      } catch (error) {
        if (attempt === ATTEMPTS_OF_LOST || !isFileError(error)) throw error;
        await pause(REMOVAL_MS);
      }
    }
  }

  private hasFollowed(repo: string, head: Head): boolean {
    const folder = this.folders.get(repo);
    return folder?.head === head && folder.applied >= head.newest && isPresent(folder);
  }

  /** Whether the refs have moved from where the entry has found them. */
  private async moveRefs({ repo }: RepositoryLocation, { seq, refs }: OwnEntry): Promise<boolean> {
    if (refs.length === 0) return true;
    try {
      const updates = refs.map(({ ref, before, after }) => ({ ref, old: before, new: after }));
      await this.options.git.updateRefs({ repo, updates });
      return true;
    } catch (error) {
      this.options.packs.log.warn({ err: error, repo, seq }, 'the refs of a folder are set again');
      return false;
    }
  }

  private async noteApplied(folder: Folder, seq: number): Promise<void> {
    const { repo } = folder.location;
    folder.applied = seq;
    // With an older number, the folder follows the entry again.
    await writeApplied(repo, seq, folder.incarnation).catch((error: unknown) =>
      this.options.packs.log.warn({ err: error, seq }, 'the number of a repository was not written'),
    );
    folder.marker = appliedFile(repo);
    this.options.onFollowed(repo);
  }
}

/** Whether an error, or its cause, comes from git or a file, and not from another service. */
function isFileError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isGitError(error, 'git_failed') || 'syscall' in error || isFileError(error.cause);
}

/** Folders may be removed at any time. */
function isPresent({ marker }: Pick<Folder, 'marker'>): boolean {
  return marker === undefined || existsSync(marker);
}
