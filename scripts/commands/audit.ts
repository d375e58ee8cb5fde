// `npm run audit`: reports known vulnerabilities in the packages of the images. Exit codes: 0: no
// known vulnerabilities; 1: vulnerabilities, which are listed; 2: the source has no advisories, so
// the result is unknown.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { images } from '../kubernetes/images/index.ts';
import { formatError, PlainError, runMain } from '../lib/fail.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { auditedVersions, auditPackages, exitCodes, type AdvisorySource } from '../supply-chain/advisories.ts';
import { osvDatabase } from '../supply-chain/osv-database.ts';
import { readLockFile } from '../supply-chain/packages.ts';
import { registryAdvisories } from '../supply-chain/registry-advisories.ts';

const usage = `Usage: npm run audit -- [options]
  --database PATH      advisories on disk: a folder or zip archive in the format of OSV (FORGE_AUDIT_DATABASE);
                       otherwise a registry is asked
  --max-age-days DAYS  with --database: maximum age of its newest advisory (FORGE_AUDIT_MAX_AGE_DAYS, 30)
  --registry URL       registry, instead of that of the package manager's configuration (FORGE_AUDIT_REGISTRY)
  --help               show this`;

await runMain(async () => {
  const { database, registry, maxAgeDays, help } = readOptions();
  if (help) return console.log(usage);
  const source = database === undefined ? await registrySource(registry) : osvDatabase(database, { maxAgeDays });
  const names = images.filter(({ hasNode }) => hasNode).map(({ name }) => name);
  const result = await auditPackages(auditedVersions(readLockFile(), names), source);
  if (result.kind === 'none') console.log(`No vulnerabilities are known in ${result.packages} packages.`);
  if (result.kind === 'unknown') console.error(`NOT AUDITED: ${result.reason}.`);
  if (result.kind === 'found') {
    for (const { name, versions, severity, title, url } of result.findings) {
      console.log(`${severity}\t${name} ${versions.join(', ')}\t${title}\t${url}`);
    }
    console.log(`${result.findings.length} vulnerabilities are known.`);
  }
  return exitCodes[result.kind];
});

async function registrySource(registry: string | undefined): Promise<AdvisorySource> {
  if (registry !== undefined) return registryAdvisories(registry);
  const { output } = await run('npm', ['config', 'get', 'registry'], { cwd: root });
  return registryAdvisories(output.trim());
}

function readOptions() {
  const { FORGE_AUDIT_DATABASE, FORGE_AUDIT_MAX_AGE_DAYS, FORGE_AUDIT_REGISTRY } = process.env;
  try {
    const { values } = parseArgs({
      options: {
        database: { type: 'string', default: FORGE_AUDIT_DATABASE },
        'max-age-days': { type: 'string', default: FORGE_AUDIT_MAX_AGE_DAYS ?? '30' },
        registry: { type: 'string', default: FORGE_AUDIT_REGISTRY },
        help: { type: 'boolean', default: false },
      },
    });
    const maxAgeDays = Number(values['max-age-days']);
    if (!(maxAgeDays > 0)) throw new PlainError('--max-age-days must be a positive number.');
    return {
      database: values.database ? resolve(root, values.database) : undefined,
      registry: values.registry || undefined,
      maxAgeDays,
      help: values.help,
    };
  } catch (error) {
    throw new PlainError(`${formatError(error).split('\n')[0]}\n${usage}`);
  }
}
