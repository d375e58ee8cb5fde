// `npm run backup`: backs up a running or stopped mesh into a folder.

import { runCommand } from '../backup/command.ts';
import { backUp, locateMesh } from '../backup/index.ts';

const texts = {
  name: 'backup' as const,
  main: 'to' as const,
  about: 'folder of the backup; new or empty',
  data: 'data folder of the mesh (.data)',
  secrets: 'folder of its mounted secrets',
  secretsFile:
    'where the secrets are written, apart from the data (FOLDER.secrets.tar, encrypted FOLDER.secrets.tar.age)',
};

await runCommand(texts, async (options, log, shutdown) => {
  const place = await locateMesh(options, log, shutdown);
  const { manifest, secretsFile, publicKey, lacksObjects } = await backUp(place, options, log);
  const { documents, repositories, kept_repositories: kept = 0, events } = manifest.counts;
  return () => {
    log.print(`${documents} documents, ${repositories} repositories and ${events} events are in ${options.folder}.`);
    if (manifest.lacks_replicated) {
      log.print('It has no repositories and large files: a secondary node has them (npm run geo:promote).');
    }
    if (kept > 0 && !manifest.lacks_replicated)
      log.print(`${kept} further repositories are in it as packs of the object store.`);
    if (lacksObjects) {
      log.print(
        'It does not contain the files in the object store: set the variables of the object store to those of the mesh (docs/backup.md).',
      );
    }
    if (publicKey === undefined) log.print('It is not signed, because the secrets of the instance were not given.');
    else log.print(`It is signed. The public key of the instance is ${publicKey}.`);
    if (!secretsFile) return log.print('Keep the secrets of the instance too: the backup is useless without them.');
    log.print(`The secrets are in ${secretsFile}: store it separately from the data, which is useless without it.`);
    if (options.secretsPassphrase === undefined) {
      log.print('They are not encrypted: anyone who has both can act as any user. See --passphrase-file.');
    }
  };
});
