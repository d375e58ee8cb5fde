// The description of a running instance in its data folder: how other processes on this machine
// reach it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitAddresses, grpcAddresses, type Addresses, type MeshSettings } from './environment.ts';

/** Name of the file; it exists while the instance runs. */
export const instanceFile = 'instance.json';

/** A running instance. */
export interface Instance extends Addresses {
  /** URL of its gateway. */
  url: string;
  storageUri: string;
  natsUrl: string;
  databasePrefix: string;
}

/** @param url of the gateway */
export function writeInstanceFile(
  { dataDir, storageUri, natsUrl, databasePrefix, ports }: MeshSettings,
  url: string,
): void {
  const addresses = { addresses: grpcAddresses(ports), gitAddresses: gitAddresses(ports) };
  const instance: Instance = { url, storageUri, natsUrl, databasePrefix, ...addresses };
  writeFileSync(join(dataDir, instanceFile), JSON.stringify(instance, undefined, 2), { mode: 0o600 });
}

/** @returns undefined while no instance runs in the data folder */
export function readInstanceFile(dataDir: string): Instance | undefined {
  const file = join(dataDir, instanceFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Instance) : undefined;
}
