// Makes a secondary the primary: restores the databases of a backup, and puts the replicas into the
// restored instance. The secondary itself is not changed.

import { connectDatabases, restore, type OpenedBackup } from '../backup/index.ts';
import { PlainError } from '../lib/fail.ts';
import type { MeshLocation } from '../backup/location.ts';
import type { Secrets } from '../backup/secrets-file.ts';
import type { Log } from '../lib/log.ts';
import type { Examination } from './examine.ts';
import { isPromoted, promoteNode } from './node-records.ts';
import type { SecondaryLocation } from './secondary.ts';
import { takeLargeFiles, takeRepositories } from './take-over.ts';

/** What is promoted, and from what. */
export interface Promotion {
  target: MeshLocation;
  secondary: SecondaryLocation;
  backup: OpenedBackup;
  /** Undefined if the target has its secrets already. */
  secrets: Secrets | undefined;
  examination: Examination;
}

/** Whether an instance was promoted already. */
export async function isPrimaryAlready({ mongodbUri, databasePrefix }: MeshLocation): Promise<boolean> {
  const client = await connectDatabases(mongodbUri);
  try {
    return await isPromoted(client.db(`${databasePrefix}_geo`));
  } finally {
    await client.close();
  }
}

/**
 * Promotes a secondary. An interrupted promotion is repeated with an empty target.
 * @returns numbers of repositories and large files of the replicas
 */
export async function promote(
  { target, secondary, backup, secrets, examination }: Promotion,
  log: Log,
): Promise<{ repositories: number; largeFiles: number }> {
  const { contents, own, former, state, taken } = examination;
  if (!own || !former) throw new PlainError('The nodes are not in the backup.');
  const client = await connectDatabases(target.mongodbUri);
  const databaseOf = (service: string) => client.db(`${target.databasePrefix}_${service}`);
  try {
    await restore(target, backup, secrets, log);
    const repositories = [...contents.repositories].filter(([key]) => taken.has(key)).map(([, one]) => one);
    const place = { from: secondary.repositories, to: target.repositories, database: databaseOf('repository') };
    await log.step('Taking the repositories of the secondary', () => takeRepositories(place, repositories, log));
    const largeFiles = await log.step('Taking its large files', () =>
      takeLargeFiles(secondary.objects, target.objects.folder),
    );
    // Last: it marks the promotion as complete.
    const ids = { ownId: own._id, formerId: former._id, lastEventId: state.lastEventId };
    await log.step('Changing the list of nodes', () => promoteNode(databaseOf('geo'), ids));
    return { repositories: repositories.length, largeFiles };
  } finally {
    await client.close();
  }
}
