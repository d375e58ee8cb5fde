// Collects what a promotion needs to know, and assesses it. Nothing is changed.

import { connectDatabases, type OpenedBackup } from '../backup/index.ts';
import { revision } from '../kubernetes/images/index.ts';
import type { Log } from '../lib/log.ts';
import { assessPromotion, type Assessment, type ComparedRepository } from './assess.ts';
import { readBackupContents, type BackupContents, type NodeRecord } from './backup-contents.ts';
import { compareReplica } from './compare.ts';
import { findResponding } from './primary-responses.ts';
import { keyOf } from './repository-names.ts';
import { readSecondary, type SecondaryLocation, type SecondaryState } from './secondary.ts';

/** What was found out. */
export interface Examination {
  assessment: Assessment;
  contents: BackupContents;
  state: SecondaryState;
  /** The node of the secondary in the backup. */
  own: NodeRecord | undefined;
  /** The node of the primary in the backup. */
  former: NodeRecord | undefined;
  /** Keys of the repositories whose replicas are used. */
  taken: Set<string>;
}

/**
 * Examines whether a secondary can become the primary.
 * @param statedOff name of the primary that is said to be off
 */
export async function examine(
  secondary: SecondaryLocation,
  backup: OpenedBackup,
  statedOff: string | undefined,
  log: Log,
): Promise<Examination> {
  const state = await log.step('Reading the state of the secondary', () => readState(secondary));
  const contents = await log.step('Reading the backup', () => readBackupContents(backup));
  const own = contents.nodes.find(({ key_id: keyId }) => keyId !== undefined && keyId === state.keyId);
  const former = contents.nodes.find(({ primary }) => primary);
  const compared = await log.step('Comparing the replicas', () => compareAll(secondary, contents, state, log));
  const respondingUrls = await log.step('Calling the primary', () =>
    findResponding([...contents.nodes, ...state.nodes].filter(({ primary }) => primary).flatMap(urlsOf)),
  );
  const { manifest } = backup;
  const isComplete = manifest.lacks_replicated !== true;
  const assessment = assessPromotion({
    now: new Date(),
    respondingUrls,
    primaryName: former?.name,
    statedOff,
    hasOwnNode: own !== undefined,
    isSecondaryRunning: secondary.isRunning,
    hasBackfilled: state.hasBackfilled,
    caughtUpAt: state.caughtUpAt,
    isPaused: state.isPaused,
    waitingEvents: Math.max(0, state.lastEventId - state.cursorEventId),
    isSelective: Boolean(own?.selective_sync_type),
    repositories: compared,
    projectsLackingLargeFiles: lackingLargeFiles(state),
    backup: {
      begunAt: new Date(manifest.begun_at),
      finishedAt: new Date(manifest.finished_at),
      revision: manifest.revision,
      isComplete,
    },
    revision: await revision().catch(() => 'unknown'),
    versions: {
      primary: state.nodes.find(({ primary }) => primary)?.report?.version,
      secondary: state.nodes.find(({ _id }) => _id === own?._id)?.report?.version,
    },
    newestChangeAt: state.lastEventAt,
  });
  const isTaken = ({ replica }: ComparedRepository) => replica === 'current' || (replica === 'behind' && !isComplete);
  return { assessment, contents, state, own, former, taken: new Set(compared.filter(isTaken).map(keyOf)) };
}

async function readState({ mongodbUri, databasePrefix }: SecondaryLocation): Promise<SecondaryState> {
  const client = await connectDatabases(mongodbUri);
  try {
    return await readSecondary(client.db(`${databasePrefix}_geo`));
  } finally {
    await client.close();
  }
}

async function compareAll(
  { repositories }: SecondaryLocation,
  contents: BackupContents,
  { registry }: SecondaryState,
  log: Log,
): Promise<ComparedRepository[]> {
  const compared: ComparedRepository[] = [];
  for (const repository of contents.repositories.values()) {
    log.progress(`${compared.length} of ${contents.repositories.size} repositories`);
    compared.push(await compareReplica(repositories, repository, registry.get(repository.projectId)));
  }
  return compared;
}

function urlsOf({ url, internal_url: internalUrl }: NodeRecord): string[] {
  return internalUrl ? [url, internalUrl] : [url];
}

function lackingLargeFiles({ registry }: SecondaryState): number[] {
  const lacking = [...registry.values()].filter(({ lfs }) => lfs?.state !== 'synced' || !lfs.verified);
  return lacking.map(({ _id }) => _id);
}
