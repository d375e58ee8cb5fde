// A backup and its restore, step by step.

import { revision } from '../images/index.ts';
import { createBackup, openBackup, type Manifest, type OpenedBackup } from './archive.ts';
import {
  assertNoDocuments,
  backUpDocuments,
  backUpSequences,
  connectDatabases,
  restoreDocuments,
} from './databases.ts';
import { assertNoEvents, backUpEvents, connectEvents, markEvents, restoreEvents } from './events.ts';
import { assertNoRepositories, backUpRepositories, restoreRepositories } from './repositories.ts';
import { newSecretsFile, writeSecretsFile, type Secrets } from './secrets-file.ts';
import { createEventSigner, readSecrets, writeSecrets } from './secrets.ts';
import type { Place } from './place.ts';
import type { Log } from '../lib/log.ts';

export { findSecrets } from './find-secrets.ts';
export { findPlace, makePlace, secretsFolder } from './place.ts';

/**
 * Copies everything of a mesh, which may go on being written to. The order is what makes the copy
 * whole: see the files of each step.
 */
export async function backUp(
  place: Place,
  { folder, secretsFile: path, passphrase }: { folder: string; secretsFile?: string; passphrase?: string },
  log: Log,
): Promise<{ manifest: Manifest; secretsFile: string | undefined }> {
  const { mongodbUri, natsUrl, databasePrefix: prefix, repositories, secrets } = place;
  const secretsFile = secrets && newSecretsFile(folder, { path, passphrase });
  const backup = createBackup(folder);
  const client = await connectDatabases(mongodbUri);
  try {
    const events = await connectEvents(natsUrl);
    try {
      const mark = await markEvents(events);
      const dump = { client, prefix, backup, log };
      const documents = await log.step('Copying the databases', () => backUpDocuments(dump));
      const counts = {
        documents,
        repositories: await log.step('Copying the repositories', () => backUpRepositories(repositories, backup, log)),
        events: await log.step('Copying the events of this time', () => backUpEvents(events, mark, backup)),
      };
      const record =
        secretsFile &&
        (await log.step('Copying the secrets', () => writeSecretsFile(secretsFile, readSecrets(secrets), passphrase)));
      await log.step('Copying the sequences', () => backUpSequences(dump));
      // A checkout without git knows no revision.
      const facts = { revision: await revision().catch(() => 'unknown'), counts, ...(record && { secrets: record }) };
      return { manifest: backup.finish(facts), secretsFile };
    } finally {
      await events.close();
    }
  } finally {
    await client.close();
  }
}

/**
 * Checks that a place is empty, and fills it. The secrets come last: without them nothing takes the
 * place for a mesh.
 * @param secrets undefined if the place keeps its own
 */
export async function restore(place: Place, backup: OpenedBackup, secrets: Secrets | undefined, log: Log) {
  const { mongodbUri, natsUrl, databasePrefix: prefix, repositories } = place;
  const signEvent = createEventSigner(secrets ?? (place.secrets ? readSecrets(place.secrets) : new Map()));
  const client = await connectDatabases(mongodbUri);
  try {
    const events = await connectEvents(natsUrl);
    try {
      await assertNoDocuments(client, prefix);
      await assertNoEvents(events);
      assertNoRepositories(repositories);
      try {
        const target = { client, prefix, backup, log };
        await log.step('Restoring the databases', () => restoreDocuments(target));
        await log.step('Restoring the repositories', () => restoreRepositories(repositories, backup, log));
        await log.step('Restoring the events', () => restoreEvents(events, backup, signEvent));
        const to = place.secrets;
        if (secrets && to) await log.step('Restoring the secrets', () => writeSecrets(to, secrets));
      } catch (error) {
        log.say('The restore did not finish: delete what is there before you try again.');
        throw error;
      }
    } finally {
      await events.close();
    }
  } finally {
    await client.close();
  }
}

/** Opens a backup and reads all of it once. */
export async function openVerified(folder: string, log: Log) {
  const backup = openBackup(folder);
  const { files } = backup.manifest;
  await log.step(`Verifying ${files.length} files`, () =>
    backup.verify((done) => log.progress(`${done} of ${files.length} files`)),
  );
  return backup;
}
