/** What a caller may read over many projects or groups, for the lists of groups and of the whole instance. */
import type { AccessCaches, BatchCache } from '@forgemesh/kit';
import type { Subject } from '@forgemesh/proto/projects/v1/access';
import type { Clients } from './clients';
import type { CollaborationCall } from './operation';
import { mayReadFeature } from './policy';

/** Feature of a project that a list is about. */
export type ItemFeature = 'issues' | 'merge_requests' | 'repository';

/** The projects whose items a caller may read. */
export interface Readable {
  /** All there are, whatever their feature levels; then `levels` is empty. */
  everything: boolean;
  /** The caller's level by project. */
  levels: ReadonlyMap<number, number>;
  /** Whether there are more than were asked for. */
  has_more: boolean;
}

/** More projects than these are looked up for the rows in hand: thousands of ids cost the database seconds. */
export const MOST_NAMED = 500;

interface Question {
  subject: Subject;
  group_id: number | undefined;
  feature: ItemFeature;
  limit?: number | undefined;
}

/** The groups that a caller may read. */
export interface ReadableGroupLevels {
  /** All there are; then `levels` is empty. */
  everything: boolean;
  /** The caller's level by group. */
  levels: ReadonlyMap<number, number>;
}

/** As `ReadableProjects`. */
export type ReadableGroups = BatchCache<string, ReadableGroupLevels>;

/** Answers by question: a client that pages through a list asks the same again and again. */
export interface ReadableProjects {
  lists: BatchCache<string, Readable>;
  /** Levels by question and project. */
  levels: BatchCache<string, number>;
}

/** Starts with nothing known. */
export function createReadableProjects(clients: Clients, caches: AccessCaches): ReadableProjects {
  return {
    lists: caches.create(
      async (keys) =>
        new Map(
          await Promise.all(keys.map(async (key) => [key, await ask(clients, JSON.parse(key) as Question)] as const)),
        ),
    ),
    // Whoever asks has one question about many projects.
    levels: caches.create(async ([first = '', ...others]) => {
      const [question = '', id] = first.split(SEPARATOR);
      const ids = [id, ...others.map((key) => key.split(SEPARATOR)[1])].map(Number);
      const { levels } = await ask(clients, JSON.parse(question) as Question, ids);
      return new Map([...levels].map(([project, level]) => [`${question}${SEPARATOR}${project}`, level]));
    }),
  };
}

const SEPARATOR = ' ';

/** The projects, inside a group where one is named, whose items of a kind the caller may read; at most `limit` where it is given. */
export async function readableProjects(
  call: CollaborationCall,
  feature: ItemFeature,
  groupId?: number,
  limit?: number,
): Promise<Readable> {
  const question: Question = { subject: subjectOf(call), group_id: groupId, feature, limit };
  return (await call.deps.readable.lists.get(JSON.stringify(question))) as Readable;
}

/** Levels of the caller on those of some projects that `readableProjects` would tell. */
export async function readableAmong(
  call: CollaborationCall,
  feature: ItemFeature,
  groupId: number | undefined,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const question: Question = { subject: subjectOf(call), group_id: groupId, feature };
  const key = JSON.stringify(question);
  const found = await call.deps.readable.levels.find(ids.map((id) => `${key}${SEPARATOR}${id}`));
  return new Map([...found].map(([known, level]) => [Number(known.slice(key.length)), level]));
}

/** What the caller may read; of more projects than questions name, those that matter. */
export async function readableWhere(
  call: CollaborationCall,
  feature: ItemFeature,
  groupId: number | undefined,
  that: () => Promise<readonly number[]>,
): Promise<Readable> {
  const readable = await readableProjects(call, feature, groupId, MOST_NAMED);
  if (!readable.has_more) return readable;
  return { everything: false, levels: await readableAmong(call, feature, groupId, await that()), has_more: false };
}

/** Whose rights a call has. */
export function subjectOf({ user }: Pick<CollaborationCall, 'user'>): Subject {
  return { user_id: user?.id, admin: user?.admin ?? false, external: user?.external ?? false };
}

/** Starts with nothing known. */
export function createReadableGroups({ access }: Clients, caches: AccessCaches): ReadableGroups {
  return caches.create(async (keys) => {
    const answers = keys.map(async (key) => {
      const { everything, groups } = await access.listGroupAccess(JSON.parse(key) as Omit<Question, 'feature'>);
      return [key, { everything, levels: new Map(groups.map(({ id, level }) => [id, level])) }] as const;
    });
    return new Map(await Promise.all(answers));
  });
}

/** The groups that the caller may read; where one is named, of it, those above it and those inside. */
export async function readableGroups(call: CollaborationCall, groupId?: number): Promise<ReadableGroupLevels> {
  const question = { subject: subjectOf(call), group_id: groupId };
  return (await call.deps.readableGroups.get(JSON.stringify(question))) as ReadableGroupLevels;
}

async function ask({ access }: Clients, question: Question, ids: number[] = []): Promise<Readable> {
  const { subject, group_id, feature, limit } = question;
  const { everything, projects, has_more } = await access.listAccess({ subject, group_id, project_ids: ids, limit });
  const usable = projects.filter((project) => mayReadFeature(project, feature));
  return { everything, levels: new Map(usable.map(({ id, level }) => [id, level])), has_more };
}
