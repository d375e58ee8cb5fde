/** Reads the tree of a project archive: its attributes and lists, in both layouts. */
import { UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import type { ArchiveTree } from './archive-tree';
import { entries } from './layout';
import { jsonFile, jsonLines } from './ndjson';
import type { OpenArchive } from './open-archive';
import { readSingleTree } from './read-single-tree';
import type { Spool, SpooledFile } from './spool';

/** Reads the tree. Throws BadRequestError if it is invalid. */
export async function readTree(archive: OpenArchive, spool: Spool): Promise<ArchiveTree> {
  const attributes = archive.files.get(entries.tree);
  if (attributes) return readTreeFolder(archive, attributes);
  const single = archive.files.get(entries.singleTree);
  if (!single) throw new BadRequestError(`The archive has no ${entries.tree}`);
  const tree = await readSingleTree(single, spool);
  return { ...tree, omitted: new Map([...archive.omitted, ...tree.omitted]) };
}

async function readTreeFolder(archive: OpenArchive, attributes: SpooledFile): Promise<ArchiveTree> {
  const fields = objectOf(await jsonFile(attributes, entries.tree), entries.tree);
  const settings = { project_feature: await settingsIn(archive, 'project_feature') };
  const devops = await settingsIn(archive, 'auto_devops');
  const ci = await settingsIn(archive, 'ci_cd_settings');
  const own = {
    ...(devops &&
      present({ auto_devops_enabled: devops['enabled'], auto_devops_deploy_strategy: devops['deploy_strategy'] })),
    ...(ci && present({ ci_default_git_depth: ci['default_git_depth'] })),
  };
  return {
    project: UntrustedRecord.of({ ...fields, ...settings, ...own }, entries.tree),
    rows: (relation) => linesOf(archive, relation),
    omitted: archive.omitted,
  };
}

async function* linesOf(archive: OpenArchive, relation: string): AsyncGenerator<unknown> {
  const name = entries.relation(relation);
  const file = archive.files.get(name);
  if (file) yield* jsonLines(file, name);
}

/** The settings of a relation with one entry; null if it is missing. */
async function settingsIn(archive: OpenArchive, relation: string): Promise<Record<string, unknown> | null> {
  const value = await firstOf(linesOf(archive, relation));
  return value === undefined ? null : objectOf(value, entries.relation(relation));
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadRequestError(`${name} is not a JSON object`);
  return value as Record<string, unknown>;
}

async function firstOf(values: AsyncIterable<unknown>): Promise<unknown> {
  for await (const value of values) return value;
  return undefined;
}

/** The fields that have a value. */
function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
