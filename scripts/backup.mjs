// `npm run backup`: everything of a mesh into a folder, while it runs or while it stands still.

import { runCommand } from './backup/command.mjs';
import { backUp, findPlace } from './backup/index.mjs';

const words = {
  ...{ name: 'backup', main: /** @type {const} */ ('to'), about: 'where the backup is made; new or empty' },
  ...{ data: 'data folder of the mesh (.data)', secrets: 'files of its secrets, as they are mounted' },
};

await runCommand(words, async (options, log, stops) => {
  const place = await findPlace(options, log, stops);
  const { documents, repositories, events, secrets } = (await backUp(place, options.folder, log)).counts;
  return () => {
    const all = `${documents} documents, ${repositories} repositories, ${events} events and ${secrets} secrets`;
    log.say(`${all} are in ${options.folder}.`);
    if (secrets) log.say('It holds the secrets of the mesh: keep it as safe as the mesh itself.');
    else log.say('Keep the secrets of the mesh too: without them it is of no use.');
  };
});
