/** Replicas in the folders of the only process that serves them. */
import { repositoryExists } from '@forgemesh/git-engine';
import {
  applyLogPart,
  type LogPart,
  originalCursor,
  readReplicaCursor,
  type ReplicaCursor,
  type SentPack,
  type StagedPacks,
  writeReplicaCursor,
} from '#refs/packs';
import type { RepositoryLocation } from '#storage';
import { removeRepositoryFiles } from '#storage/replicas';
import type { ReplicaLogsDeps } from './deps';
import type { ReplicaLogs } from './replica-logs';

/** The cursor of a replica is a file in its folder. */
export class FolderReplicaLogs implements ReplicaLogs {
  constructor(
    private readonly deps: Pick<ReplicaLogsDeps, 'git' | 'transportGit' | 'storages' | 'packsDeps' | 'logSource'>,
    private readonly stagedPacks: StagedPacks,
  ) {}

  async readCursor(location: RepositoryLocation): Promise<ReplicaCursor | undefined> {
    return (await originalCursor(this.deps.logSource, location)) ?? readReplicaCursor(location.repo);
  }

  async setCursor({ repo }: RepositoryLocation, cursor: ReplicaCursor): Promise<void> {
    if (await repositoryExists(repo)) await writeReplicaCursor(repo, cursor);
  }

  applyPart(location: RepositoryLocation, part: LogPart): Promise<SentPack[]> {
    return applyLogPart({ packsDeps: this.deps.packsDeps, stagedPacks: this.stagedPacks }, location, part);
  }

  storePack(pack: SentPack, content: AsyncIterable<Uint8Array>): Promise<void> {
    return this.stagedPacks.store(pack, content);
  }

  fetch(_location: RepositoryLocation, fetch: () => Promise<void>): Promise<void> {
    return fetch();
  }

  remove(location: RepositoryLocation): Promise<void> {
    return removeRepositoryFiles(this.deps, location);
  }
}
