/**
 * Reads the tree of an archive that is one file (`project.json`) incrementally. Its lists are
 * written to files with one entry per line; its other fields become one record.
 */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { contentOf } from '@forgemesh/objects';
import { JSONParser } from '@streamparser/json';
import type { ArchiveTree } from './archive-tree';
import { collaborationRelations, entries, isReported, ownRelations, repositoryRelations } from './layout';
import { jsonLines } from './ndjson';
import { OmittedRelations } from './omitted';
import { treeFields } from './rows/project.row';
import type { Spool, SpooledFile } from './spool';

/** Maximum size in bytes of a list entry or other value, as each is held in memory. */
const MAX_ENTRY_BYTES = 128 * 1024 * 1024;
/** The push rule is an object in this layout; it is not imported. */
const relations = new Set(
  [...collaborationRelations, ...repositoryRelations, ...ownRelations].filter((name) => name !== 'push_rule'),
);

/** Reads a tree. Throws BadRequestError if it is invalid. */
export async function readSingleTree(file: SpooledFile, spool: Spool): Promise<ArchiveTree> {
  const lists = new ListFiles(spool);
  const omitted = new OmittedRelations();
  const fields: Record<string, unknown> = { project_feature: {}, tag_list: [] };
  await parse(file, lists, (value, path, isInList) => {
    const [name = '', key] = path;
    if (relations.has(name) && key !== undefined && !isInList)
      throw new BadRequestError(`${entries.singleTree}: ${name} is not a list`);
    if (key === undefined) fields[name] = value;
    else if (isInList && relations.has(name)) lists.add(name, value);
    else if (isInList && name === 'tag_list') (fields.tag_list as unknown[]).push(value);
    else if (!isInList && name === 'project_feature') (fields.project_feature as Record<string, unknown>)[key] = value;
    else if (isInList && isReported(name)) omitted.add(name);
  });
  await lists.close();
  const project = UntrustedRecord.of(fields, entries.singleTree);
  return { project, rows: (relation) => lists.rows(relation), omitted: omitted.counts };
}

type OnValue = (value: unknown, path: string[], isInList: boolean) => void;

async function parse(file: SpooledFile, lists: ListFiles, onValue: OnValue): Promise<void> {
  let sinceValue = 0;
  const parser = new JSONParser({ paths: ['$.*.*', ...treeFields.map((name) => `$.${name}`)], keepStack: false });
  parser.onValue = ({ value, key, parent, stack }) => {
    sinceValue = 0;
    const path = [...stack.slice(1).map((part) => part.key ?? ''), key ?? ''];
    onValue(value, path.map(String), Array.isArray(parent));
  };
  try {
    let hasBegun = false;
    for await (const chunk of file.read()) {
      if (!hasBegun) hasBegun = startsObject(chunk as Buffer);
      sinceValue += (chunk as Buffer).length;
      if (sinceValue > MAX_ENTRY_BYTES)
        throw new BadRequestError(`${entries.singleTree} has an entry that is too large`);
      parser.write(chunk as Buffer);
      await lists.drained();
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof BadRequestError || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new BadRequestError(`${entries.singleTree} is not valid JSON`, { cause: error });
  }
}

/**
 * Whether the object has started; false if there is only whitespace. Throws BadRequestError for any
 * other JSON value.
 */
function startsObject(chunk: Buffer): boolean {
  const text = chunk.toString('latin1').trimStart();
  if (text !== '' && !text.startsWith('{')) throw new BadRequestError(`${entries.singleTree} is not a JSON object`);
  return text !== '';
}

/** Writes each list to a file. */
class ListFiles {
  private readonly files = new Map<string, { path: string; stream: WriteStream }>();

  constructor(private readonly spool: Spool) {}

  add(relation: string, value: unknown): void {
    let list = this.files.get(relation);
    if (!list) {
      const path = this.spool.next();
      this.files.set(relation, (list = { path, stream: createWriteStream(path) }));
    }
    list.stream.write(`${JSON.stringify(value)}\n`);
  }

  /** Resolves when all streams accept more data. */
  async drained(): Promise<void> {
    for (const { stream } of this.files.values()) if (stream.writableNeedDrain) await once(stream, 'drain');
  }

  async close(): Promise<void> {
    for (const { stream } of this.files.values()) await finished(stream.end());
  }

  async *rows(relation: string): AsyncGenerator<unknown> {
    const list = this.files.get(relation);
    if (list) yield* jsonLines({ read: () => contentOf(list.path) }, relation);
  }
}
