// `npm run restore`: a backup into an empty mesh, which can be started then.

import { runCommand } from './backup/command.mjs';
import { makePlace, openVerified, restore } from './backup/index.mjs';

const words = {
  ...{ name: 'restore', main: /** @type {const} */ ('from'), about: 'the backup' },
  ...{ data: 'data folder of the mesh that is to be, new or empty (.data)', secrets: 'where its secrets are written' },
};

await runCommand(words, async (options, log, stops) => {
  const backup = await openVerified(options.folder, log);
  const place = await makePlace(options, log, stops);
  await restore(place, backup, log);
  return () => log.say(`Restored what was backed up at ${backup.manifest.begun_at}. The mesh can be started.`);
});
