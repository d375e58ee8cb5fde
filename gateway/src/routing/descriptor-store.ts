/**
 * Keeps the last descriptor set of each service on disk: a restarted gateway knows its routes (503,
 * not 404) before their services answer.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@forgemesh/telemetry';
import type { DescriptorSet } from './catalogue';

/** Reads and writes the kept sets. */
export interface DescriptorStore {
  /** The kept set of a service; undefined where there is none or it cannot be read. */
  load(service: string): DescriptorSet | undefined;
  save(service: string, set: DescriptorSet): void;
}

/** Opens the store in a folder, which is made where it is missing. */
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
          log.warn({ err: error }, 'kept descriptors cannot be read');
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
