/**
 * Stores the last descriptor set of each service on disk: a restarted gateway has its routes (503
 * instead of 404) before the services respond.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@forgemesh/telemetry';
import type { DescriptorSet } from './catalogue';

/** Reads and writes the stored sets. */
export interface DescriptorStore {
  /** Returns the stored set of a service; undefined if there is none or it cannot be read. */
  load(service: string): DescriptorSet | undefined;
  save(service: string, set: DescriptorSet): void;
}

/** Opens the store in a folder, which is created if necessary. */
export function openDescriptorStore(folder: string, log: Logger): DescriptorStore {
  mkdirSync(folder, { recursive: true });
  const fileOf = (service: string): string => join(folder, `${service.replace(/[^\w-]/g, '_')}.json`);
  return {
    load(service) {
      try {
        const { version, set } = JSON.parse(readFileSync(fileOf(service), 'utf8')) as { version: string; set: string };
        return { version, bytes: Buffer.from(set, 'base64') };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          log.warn({ err: error }, 'stored descriptors cannot be read');
        return undefined;
      }
    },
    save(service, { version, bytes }) {
      const file = fileOf(service);
      writeFileSync(`${file}.new`, JSON.stringify({ version, set: Buffer.from(bytes).toString('base64') }));
      renameSync(`${file}.new`, file);
    },
  };
}
