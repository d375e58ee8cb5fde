/** Configuration of the program: which services a process runs. */
import { readConfig, str } from '@forgemesh/service';
import { partNames, type PartName } from './parts';

/**
 * Returns the names in `FORGE_TARGET`: `all`, or a comma-separated list of services. Throws an
 * error that lists the valid names if one is unknown.
 */
export function readTarget(environment: NodeJS.ProcessEnv): readonly PartName[] {
  const { FORGE_TARGET: target } = readConfig(environment, {
    FORGE_TARGET: str({ default: 'all', desc: 'Services that the process runs, comma-separated; `all` for all' }),
  });
  const names = new Set(target.split(',').map((name) => name.trim()));
  if (names.has('all')) return partNames;
  const unknown = [...names].filter((name) => !partNames.some((known) => known === name));
  if (unknown.length > 0) {
    const known = ['all', ...partNames].join(', ');
    throw new Error(`FORGE_TARGET names unknown services: ${unknown.join(', ')}. Known are ${known}.`);
  }
  // In the order in which they are stopped: the gateway first.
  return partNames.filter((name) => names.has(name));
}
