// Steps of a backup and of a restore.

import { revision } from '../kubernetes/images/index.ts';
import { createBackup, type Manifest, type OpenedBackup } from './archive.ts';
import {
  assertNoDocuments,
  backUpDocuments,
  backUpSequences,
  connectDatabases,
  restoreDocuments,
  serviceNames,
} from './databases.ts';
import { assertNoEvents, backUpEvents, connectEvents, markEvents, restoreEvents } from './events.ts';
import { createEncryption } from './encryption.ts';
import { findKeptRepositories } from './kept-repositories.ts';
import { backUpObjects, lacksObjects, replicatedKinds, restoreObjects } from './objects.ts';
import { assertNoRepositories, backUpRepositories, restoreRepositories } from './repositories.ts';
import { newSecretsFile, writeSecretsFile, type Secrets } from './secrets-file.ts';
import { createEventSigner, readSecrets, writeSecrets } from './secrets.ts';
import { publicKeyOf, signingKeysOf } from './signature.ts';
import type { MeshLocation } from './location.ts';
import type { Log } from '../lib/log.ts';

export { openBackup, type OpenedBackup } from './archive.ts';
export { connectDatabases, documentsOf } from './databases.ts';
export { findSecrets } from './find-secrets.ts';
export { locateMesh, prepareTarget, secretsFolder } from './location.ts';
export { trustedKeys } from './trusted-keys.ts';

/** A completed backup. */
interface BackupResult {
  manifest: Manifest;
  /** Path; undefined without secrets. */
  secretsFile: string | undefined;
  /** The key that verifies its signature; undefined if it is not signed, as without secrets. */
  publicKey: string | undefined;
  /** Whether the mesh has files in the object store that the backup does not contain. */
  lacksObjects: boolean;
}

/** What a backup contains, and where. */
interface BackupOptions {
  folder: string;
  secretsFile?: string;
  /** Encrypts the data. */
  passphrase?: string;
  /** Encrypts the secrets file. */
  secretsPassphrase?: string;
  /** Leaves out the repositories and large files, which a secondary node has. */
  withoutReplicated?: boolean;
}

/**
 * Backs up a mesh, which may be in use. The order of the steps makes the copy consistent; the
 * module of each step explains it.
 */
export async function backUp(place: MeshLocation, options: BackupOptions, log: Log): Promise<BackupResult> {
  const { mongodbUri, natsUrl, databasePrefix: prefix, repositories, objects, secrets } = place;
  const { folder, passphrase, secretsPassphrase, withoutReplicated = false } = options;
  const secretsFile = secrets && newSecretsFile(folder, { path: options.secretsFile, passphrase: secretsPassphrase });
  const encryption = passphrase === undefined ? undefined : await createEncryption(passphrase);
  const [signingKey] = secrets ? signingKeysOf(readSecrets(secrets)) : [];
  const backup = createBackup(folder, { encryption, signingKey });
  const client = await connectDatabases(mongodbUri);
  try {
    const events = await connectEvents(natsUrl);
    try {
      const mark = await markEvents(events);
      const dump = { client, prefix, backup, log };
      const ofRepository = client.db(`${prefix}_repository`);
      const databases = serviceNames().map((name) => client.db(`${prefix}_${name}`));
      const keptBefore = await findKeptRepositories(ofRepository, objects);
      const documents = await log.step('Copying the databases', () => backUpDocuments(dump));
      const keptAfter = await findKeptRepositories(ofRepository, objects);
      // The copy of the database lies between the two looks.
      const kept = new Set([...keptBefore].filter((name) => keptAfter.has(name)));
      const counts = {
        documents,
        kept_repositories: kept.size,
        repositories: withoutReplicated
          ? 0
          : await log.step('Copying the repositories', () => backUpRepositories(repositories, kept, backup, log)),
        objects: await log.step('Copying the objects', () =>
          backUpObjects(objects, backup, log, withoutReplicated ? replicatedKinds : []),
        ),
        events: await log.step('Copying the events', () => backUpEvents(events, mark, backup)),
      };
      const record =
        secretsFile &&
        (await log.step('Copying the secrets', () =>
          writeSecretsFile(secretsFile, readSecrets(secrets), secretsPassphrase),
        ));
      await log.step('Copying the sequences', () => backUpSequences(dump));
      // The revision is unknown in a checkout without git.
      const facts = {
        revision: await revision().catch(() => 'unknown'),
        counts,
        ...(record && { secrets: record }),
        ...(withoutReplicated && { lacks_replicated: true as const }),
      };
      const manifest = await backup.finish(facts);
      return {
        manifest,
        secretsFile,
        publicKey: signingKey && publicKeyOf(signingKey),
        lacksObjects: !withoutReplicated && (await lacksObjects(databases, counts.objects)),
      };
    } finally {
      await events.close();
    }
  } finally {
    await client.close();
  }
}

/**
 * Checks that the target is empty and fills it. The secrets are written last: without them the
 * target is not recognized as a mesh.
 * @param secrets undefined if the target keeps its own secrets
 */
export async function restore(place: MeshLocation, backup: OpenedBackup, secrets: Secrets | undefined, log: Log) {
  const { mongodbUri, natsUrl, databasePrefix: prefix, repositories, objects } = place;
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
        await log.step('Restoring the objects', () => restoreObjects(objects, backup, log));
        await log.step('Restoring the events', () => restoreEvents(events, backup, signEvent));
        const to = place.secrets;
        if (secrets && to) await log.step('Restoring the secrets', () => writeSecrets(to, secrets));
      } catch (error) {
        log.print('The restore failed: empty the target before you try again.');
        throw error;
      }
    } finally {
      await events.close();
    }
  } finally {
    await client.close();
  }
}

/** Compares all files of a backup with their checksums. */
export async function verifyFiles(backup: OpenedBackup, log: Log) {
  const { files } = backup.manifest;
  await log.step(`Verifying ${files.length} files`, () =>
    backup.verify((done) => log.progress(`${done} of ${files.length} files`)),
  );
}
