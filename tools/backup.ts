// `npm run backup`: everything of a mesh into a folder, while it runs or while it stands still.

import { runCommand } from './backup/command.ts';
import { backUp, findPlace } from './backup/index.ts';

const words = {
  ...{ name: 'backup', main: 'to' as const, about: 'where the backup is made; new or empty' },
  ...{ data: 'data folder of the mesh (.data)', secrets: 'files of its secrets, as they are mounted' },
  secretsFile:
    'where the secrets are written, apart from the data (FOLDER.secrets.tar, encrypted FOLDER.secrets.tar.age)',
};

await runCommand(words, async (options, log, stops) => {
  const place = await findPlace(options, log, stops);
  const { manifest, secretsFile } = await backUp(place, options, log);
  const { documents, repositories, events } = manifest.counts;
  return () => {
    log.say(`${documents} documents, ${repositories} repositories and ${events} events are in ${options.folder}.`);
    if (!secretsFile) return log.say('Keep the secrets of the instance too: without them the backup is of no use.');
    log.say(`The secrets are in ${secretsFile}: keep it apart from the data, which is of no use without it.`);
    if (options.passphrase === undefined) {
      log.say('It is not encrypted: anybody who has both can act as any user. See --secrets-passphrase-file.');
    }
  };
});
