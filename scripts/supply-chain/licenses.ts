// Licenses of production packages, and which of them are allowed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { programEnvironment, run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';

interface LicensedPackage {
  name: string;
  version: string;
  license: string;
}

/**
 * Allowed license names and expressions, and packages (`name@version`) that declare no license in
 * their metadata but come with the text of an allowed one.
 */
const allowedFile = join(root, 'licenses.json');

/**
 * Licenses declared by the installed production packages.
 * @returns packages, sorted by name and version
 * @throws if the package manager fails
 */
export async function installedLicenses(): Promise<LicensedPackage[]> {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const args = ['--yes', packageManager, 'licenses', 'list', '--prod', '--json'];
  const { code, output } = await run('npx', args, {
    cwd: root,
    env: programEnvironment({ npm_config_loglevel: 'silent' }),
  });
  const start = output.indexOf('{');
  if (code !== 0 || start < 0) throw new PlainError(`The licenses cannot be listed: ${output.trim().slice(-500)}`);
  return readLicenses(JSON.parse(output.slice(start)));
}

/** @param byLicense in the format of the package manager */
export function readLicenses(byLicense: Record<string, { name: string; versions: string[] }[]>): LicensedPackage[] {
  return Object.entries(byLicense)
    .flatMap(([license, packages]) =>
      packages.flatMap(({ name, versions }) => versions.map((version) => ({ name, version, license }))),
    )
    .sort((one, other) => `${one.name}@${one.version}`.localeCompare(`${other.name}@${other.version}`));
}

/** Packages whose licenses are not allowed. */
export function forbidden(
  packages: LicensedPackage[],
  allowed: string[] = JSON.parse(readFileSync(allowedFile, 'utf8')),
) {
  return packages.filter(
    ({ name, version, license }) => !allowed.includes(license) && !allowed.includes(`${name}@${version}`),
  );
}
