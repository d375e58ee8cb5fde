// Checks the ref logs of repositories: their order, and the refs in the folders.

import { existsSync } from 'node:fs';
import mongoose from 'mongoose';
import { gitClient } from '../lib/git-client.ts';
import { DATABASE_PREFIX } from '../mesh/start-mesh.ts';
import { repositoryFolder } from './writes.ts';

const NO_OBJECT = '0'.repeat(40);

interface Entry {
  _id: string;
  project_id: number;
  kind: 'project' | 'wiki';
  seq: number;
  refs: { ref: string; before: string; after: string }[];
  refused?: string;
}

/** Problems by kind, each a list of descriptions. */
export interface LogProblems {
  /** Numbers that are missing in a log. */
  gaps: string[];
  /** Changes that do not begin where the entry before has ended. */
  breaks: string[];
  /** Refs in folders that are not where the log says. */
  differences: string[];
}

/**
 * Checks the logs of all projects; those of wikis only for their order.
 * @param processes names of those whose folders are compared
 * @param existing ids of the projects that were not deleted
 */
export async function checkRefLogs(
  storageUri: string,
  dataDir: string,
  processes: readonly string[],
  existing: ReadonlySet<number>,
): Promise<LogProblems> {
  const connection = await mongoose.createConnection(storageUri).asPromise();
  try {
    const entries = await connection
      .useDb(`${DATABASE_PREFIX}_repository`)
      .collection<Entry>('ref_log')
      .find({}, { projection: { packs: 0, outbox: 0 } })
      .sort({ project_id: 1, kind: 1, seq: 1 })
      .toArray();
    const problems: LogProblems = { gaps: [], breaks: [], differences: [] };
    const logs = new Map<string, Entry[]>();
    for (const entry of entries) {
      const id = `${entry.project_id}:${entry.kind}`;
      logs.set(id, [...(logs.get(id) ?? []), entry]);
    }
    for (const log of logs.values()) {
      const refs = followLog(log, problems);
      const [first] = log;
      if (first?.kind !== 'project' || !existing.has(first.project_id)) continue;
      for (const name of processes) {
        const folder = repositoryFolder(dataDir, first.project_id, name);
        await compareRefs(folder, `${name} ${first.project_id}`, refs, problems);
      }
    }
    return problems;
  } finally {
    await connection.close();
  }
}

/** The refs after all entries. */
function followLog(log: readonly Entry[], { gaps, breaks }: LogProblems): Map<string, string> {
  const refs = new Map<string, string>();
  let last: number | undefined;
  for (const { _id, seq, refs: changes, refused } of log) {
    if (last !== undefined && seq !== last + 1) gaps.push(_id);
    last = seq;
    if (refused !== undefined) continue;
    for (const { ref, before, after } of changes) {
      if ((refs.get(ref) ?? NO_OBJECT) !== before) breaks.push(`${_id} ${ref}`);
      if (after === NO_OBJECT) refs.delete(ref);
      else refs.set(ref, after);
    }
  }
  return refs;
}

async function compareRefs(folder: string, name: string, refs: Map<string, string>, problems: LogProblems) {
  if (!existsSync(folder)) {
    problems.differences.push(`${name}: no folder`);
    return;
  }
  const text = await gitClient(folder).raw(['for-each-ref', '--format=%(objectname) %(refname)']);
  const inFolder = new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(41), line.slice(0, 40)]),
  );
  for (const ref of new Set([...refs.keys(), ...inFolder.keys()]))
    if (refs.get(ref) !== inFolder.get(ref)) problems.differences.push(`${name}: ${ref}`);
}
