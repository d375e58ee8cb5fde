// `npm run sbom`: writes a software bill of materials (CycloneDX) for each image into a folder.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { images, revision } from '../kubernetes/images/index.ts';
import { runMain } from '../lib/fail.ts';
import { installedLicenses } from '../supply-chain/licenses.ts';
import { readLockFile } from '../supply-chain/packages.ts';
import { sbomOf } from '../supply-chain/sbom.ts';

const usage = `Usage: npm run sbom -- [options]
  --to FOLDER      output folder of the documents <image>.cdx.json (sbom)
  --revision TEXT  version of the images, instead of the commit
  --help           show this
SOURCE_DATE_EPOCH, if set, is the time of the documents in seconds since 1970.`;

await runMain(async () => {
  const { values: options } = parseArgs({
    options: {
      to: { type: 'string', default: 'sbom' },
      revision: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (options.help) return console.log(usage);
  const folder = resolve(options.to);
  mkdirSync(folder, { recursive: true });
  const epoch = process.env.SOURCE_DATE_EPOCH;
  const facts = {
    lock: readLockFile(),
    licenses: new Map((await installedLicenses()).map(({ name, version, license }) => [`${name}@${version}`, license])),
    revision: options.revision ?? (await revision()),
    ...(epoch && { time: new Date(Number(epoch) * 1000) }),
  };
  for (const image of images) {
    const file = join(folder, `${image.name}.cdx.json`);
    writeFileSync(file, sbomOf(image, facts));
    console.log(file);
  }
});
