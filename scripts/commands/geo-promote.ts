// `npm run geo:promote`: makes a secondary node the primary, after the primary is lost.

import { resolve } from 'node:path';
import { runCommand } from '../backup/command.ts';
import { findSecrets, openBackup, prepareTarget, secretsFolder, trustedKeys, verifyFiles } from '../backup/index.ts';
import { examine, isPrimaryAlready, locateSecondary, promote, type Examination } from '../geo/index.ts';
import { root } from '../lib/root.ts';
import type { Log } from '../lib/log.ts';

const texts = {
  name: 'geo:promote' as const,
  main: 'from' as const,
  about: 'the newest backup of the primary, with or without repositories',
  data: 'data folder of the new primary, new or empty (.data-primary)',
  secrets: 'where its secrets are written',
  secretsFile: 'the secrets of the backup (the file beside its folder)',
};

await runCommand(texts, async (options, log, shutdown) => {
  const { folder, secretsFile: file, passphrase, secretsPassphrase, publicKey, promotion, dataDir } = options;
  const backup = await openBackup(folder, { passphrase });
  const target = secretsFolder(options);
  const place = {
    dataDir: promotion.secondary ?? resolve(root, '.data'),
    databasePrefix: promotion.secondaryDatabasePrefix,
  };
  const secondary = await locateSecondary(place, log, shutdown);
  const examination = await examine(secondary, backup, promotion.primaryIsOff, log);
  printAssessment(examination, log);
  const { refusals, losses } = examination.assessment;
  if (promotion.primaryIsOff === undefined) {
    return () => {
      log.print('Nothing was changed. When the primary is off, say so with --primary-is-off NAME.');
      return refusals.length + losses.length > 0 ? 1 : 0;
    };
  }
  if (refusals.length > 0) return refuse(log, 'The secondary is not promoted.');
  if (losses.length > 0 && !promotion.acceptLosses)
    return refuse(log, 'The secondary is not promoted. Accept the losses with --accept-losses.');
  const mesh = await prepareTarget(options, log, shutdown);
  if (await isPrimaryAlready(mesh)) return () => log.print(`The instance in ${dataDir} is the primary already.`);
  const secrets = await findSecrets(backup, { folder, target, file, passphrase: secretsPassphrase });
  if (!options.allowUnsigned) backup.assertSigned(trustedKeys(secrets, { target, publicKey }));
  await verifyFiles(backup, log);
  const { repositories, largeFiles } = await promote({ target: mesh, secondary, backup, secrets, examination }, log);
  return () => {
    log.print(`${repositories} repositories and ${largeFiles} large files of the secondary are in ${dataDir}.`);
    log.print(`Start it as the primary: without FORGE_GEO_ROLE, with FORGE_GEO_NODE_NAME=${examination.own?.name},`);
    log.print('and with FORGE_EXTERNAL_URL, to which the names of the former primary should lead.');
    log.print('Never start the former primary again with its data: it becomes a secondary (docs/replication.md).');
  };
});

function printAssessment({ assessment: { refusals, losses, notes } }: Examination, log: Log) {
  for (const text of notes) log.print(text);
  for (const text of losses) log.print(`Loss: ${text}`);
  for (const text of refusals) log.print(`Refused: ${text}`);
  if (refusals.length + losses.length === 0) log.print('Nothing speaks against a promotion.');
}

function refuse(log: Log, text: string): () => number {
  return () => {
    log.print(text);
    return 1;
  };
}
