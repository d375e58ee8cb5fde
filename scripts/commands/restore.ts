// `npm run restore`: restores a backup into an empty mesh, which can then be started.

import { runCommand } from '../backup/command.ts';
import {
  findSecrets,
  openBackup,
  prepareTarget,
  restore,
  secretsFolder,
  trustedKeys,
  verifyFiles,
} from '../backup/index.ts';
import { PlainError } from '../lib/fail.ts';

const texts = {
  name: 'restore' as const,
  main: 'from' as const,
  about: 'the backup',
  data: 'data folder of the new mesh, new or empty (.data)',
  secrets: 'where its secrets are written',
  secretsFile: 'the secrets of the backup (the file beside its folder)',
};

await runCommand(texts, async (options, log, shutdown) => {
  const { folder, secretsFile: file, passphrase, secretsPassphrase, publicKey } = options;
  const backup = await openBackup(folder, { passphrase });
  if (backup.manifest.lacks_replicated) {
    throw new PlainError(
      'The backup has no repositories and large files: npm run geo:promote restores it with those of a secondary node.',
    );
  }
  const target = secretsFolder(options);
  const secrets = await findSecrets(backup, { folder, target, file, passphrase: secretsPassphrase });
  if (!options.allowUnsigned) backup.assertSigned(trustedKeys(secrets, { target, publicKey }));
  await verifyFiles(backup, log);
  const place = await prepareTarget(options, log, shutdown);
  await restore(place, backup, secrets, log);
  return () => {
    log.print(`Restored the backup of ${backup.manifest.begun_at}. The mesh can be started.`);
    if (!secrets) log.print('Its secrets were not restored: start it with the secrets of the original instance.');
  };
});
