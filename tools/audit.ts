// `npm run audit`: known vulnerabilities in the packages that the product runs with.
// `FORGE_AUDIT_REGISTRY` is the address of another registry than that of the package manager's
// configuration. Exit code 0: none are known. 1: some are, and are listed. 2: the registry gave no
// advisories, so nothing is known.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMain } from './lib/fail.ts';
import { run } from './lib/processes.ts';
import { root } from './lib/root.ts';
import { exitCodes, readAudit } from './supply-chain/advisories.ts';

await runMain(async () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const args = ['--yes', packageManager, 'audit', '--prod', '--json'];
  if (process.env.FORGE_AUDIT_REGISTRY) args.push('--registry', process.env.FORGE_AUDIT_REGISTRY);
  const { output } = await run('npx', args, { cwd: root, env: { ...process.env, npm_config_loglevel: 'silent' } });
  const result = readAudit(output);
  if (result.kind === 'none') console.log('No vulnerabilities are known.');
  if (result.kind === 'unknown') console.log(`NOT AUDITED: the registry gave no advisories (${result.reason})`);
  if (result.kind === 'found') {
    for (const { name, versions, severity, title, url } of result.findings)
      console.log(`${severity}\t${name} ${versions}\t${title}\t${url}`);
    console.log(`${result.findings.length} vulnerabilities are known.`);
  }
  return exitCodes[result.kind];
});
