// What a backup says about nodes and repositories, read without restoring it.

import { documentsOf, type OpenedBackup } from '../backup/index.ts';
import { keyOf, type RepositoryKind, type RepositoryName } from './repository-names.ts';

/** A node in the list of nodes. */
export interface NodeRecord {
  _id: number;
  name: string;
  url: string;
  internal_url?: string | null;
  primary: boolean;
  key_id?: string;
  selective_sync_type?: string | null;
  report?: { version?: string };
}

/** A repository with commits. */
export interface LoggedRepository extends RepositoryName {
  storage: string;
  /** The newest logged change of each ref: the id after it, and its time. */
  tips: Map<string, { id: string; at: Date }>;
}

/** Contents of a backup that a promotion compares with the secondary. */
export interface BackupContents {
  nodes: NodeRecord[];
  /** The repositories with commits, by key. */
  repositories: Map<string, LoggedRepository>;
}

interface EntryRecord {
  project_id: number;
  kind: RepositoryKind;
  storage: string;
  seq: number;
  refs: { ref: string; after: string }[];
  created_at: Date;
  refused?: string;
}

interface MeasurementRecord {
  project_id: number;
  kind: RepositoryKind;
  storage: string;
  checksum: string | null;
}

/** The id of a deleted ref, and the checksum of a repository without refs. */
const zeros = /^0+$/;

/** Reads a backup. */
export async function readBackupContents(backup: OpenedBackup): Promise<BackupContents> {
  const nodes = new Map<number, NodeRecord>();
  for await (const node of documentsOf<NodeRecord>(backup, 'geo', 'geo_nodes')) nodes.set(node._id, node);
  const repositories = new Map<string, LoggedRepository>();
  const note = (name: RepositoryName, storage: string): LoggedRepository => {
    const known = repositories.get(keyOf(name)) ?? { ...name, storage, tips: new Map() };
    repositories.set(keyOf(name), known);
    return known;
  };
  const measurements = documentsOf<MeasurementRecord>(backup, 'repository', 'repository_measurements');
  for await (const { project_id: projectId, kind, storage, checksum } of measurements) {
    // A damaged repository has none.
    if (checksum === null || !zeros.test(checksum)) note({ projectId, kind }, storage);
  }
  const newest = new Map<string, number>();
  for await (const entry of documentsOf<EntryRecord>(backup, 'repository', 'ref_log')) {
    const { project_id: projectId, kind, storage, seq, refs, created_at: at, refused } = entry;
    if (refused !== undefined || refs.length === 0) continue;
    const { tips } = note({ projectId, kind }, storage);
    for (const { ref, after } of refs) {
      const key = `${keyOf({ projectId, kind })} ${ref}`;
      // The entries are in the order of their ids, which are texts.
      if ((newest.get(key) ?? 0) > seq) continue;
      newest.set(key, seq);
      if (zeros.test(after)) tips.delete(ref);
      else tips.set(ref, { id: after, at });
    }
  }
  return { nodes: [...nodes.values()], repositories };
}
