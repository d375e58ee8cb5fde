// `npm run audit`: reports known vulnerabilities in production dependencies. `FORGE_AUDIT_REGISTRY`
// overrides the registry of the package manager's configuration. Exit codes: 0: no known
// vulnerabilities; 1: vulnerabilities, which are listed; 2: the registry returned no advisories, so
// the result is unknown.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMain } from '../lib/fail.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { exitCodes, readAudit } from '../supply-chain/advisories.ts';

await runMain(async () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const args = ['--yes', packageManager, 'audit', '--prod', '--json'];
  if (process.env.FORGE_AUDIT_REGISTRY) args.push('--registry', process.env.FORGE_AUDIT_REGISTRY);
  const { output } = await run('npx', args, { cwd: root, env: { ...process.env, npm_config_loglevel: 'silent' } });
  const result = readAudit(output);
  if (result.kind === 'none') console.log('No vulnerabilities are known.');
  if (result.kind === 'unknown') console.log(`NOT AUDITED: the registry returned no advisories (${result.reason})`);
  if (result.kind === 'found') {
    for (const { name, versions, severity, title, url } of result.findings)
      console.log(`${severity}\t${name} ${versions}\t${title}\t${url}`);
    console.log(`${result.findings.length} vulnerabilities are known.`);
  }
  return exitCodes[result.kind];
});
