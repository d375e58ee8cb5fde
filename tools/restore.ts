// `npm run restore`: a backup into an empty mesh, which can be started then.

import { runCommand } from './backup/command.ts';
import { findSecrets, makePlace, openVerified, restore, secretsFolder } from './backup/index.ts';

const words = {
  ...{ name: 'restore', main: 'from' as const, about: 'the backup' },
  ...{ data: 'data folder of the mesh that is to be, new or empty (.data)', secrets: 'where its secrets are written' },
  secretsFile: 'the secrets of the backup (the file beside its folder)',
};

await runCommand(words, async (options, log, stops) => {
  const backup = await openVerified(options.folder, log);
  const { folder, secretsFile: file, passphrase } = options;
  const target = secretsFolder(options);
  const secrets = await findSecrets(backup, { folder, target, file, passphrase });
  const place = await makePlace(options, log, stops);
  await restore(place, backup, secrets, log);
  return () => {
    log.say(`Restored what was backed up at ${backup.manifest.begun_at}. The mesh can be started.`);
    if (!secrets)
      log.say('Its secrets were not restored: it must be started with those of the instance that was backed up.');
  };
});
