// `npm run licenses`: lists the license of each production package. Exit code 1 if a license is not
// allowed by `licenses.json`.

import { runMain } from '../lib/fail.ts';
import { forbidden, installedLicenses } from '../supply-chain/licenses.ts';

await runMain(async () => {
  const packages = await installedLicenses();
  for (const { name, version, license } of packages) console.log(`${license}\t${name}@${version}`);
  const refused = forbidden(packages);
  for (const { name, version, license } of refused) console.error(`Not allowed: ${name}@${version} (${license})`);
  console.log(`${packages.length} packages, ${refused.length} whose license is not allowed`);
  return refused.length === 0 ? 0 : 1;
});
