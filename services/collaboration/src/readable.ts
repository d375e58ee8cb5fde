/** What a caller may read over many projects or groups, for the lists of groups and of the whole instance. */
import { BatchCache } from '@forgemesh/kit';
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
}

interface Question {
  subject: Subject;
  group_id: number | undefined;
  feature: ItemFeature;
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

/** Answers by question, a second old at most: a client that pages through a list asks the same again and again. */
export type ReadableProjects = BatchCache<string, Readable>;

/** Starts with nothing known. */
export function createReadableProjects(clients: Clients): ReadableProjects {
  return new BatchCache(
    async (keys) =>
      new Map(
        await Promise.all(keys.map(async (key) => [key, await ask(clients, JSON.parse(key) as Question)] as const)),
      ),
  );
}

/** The projects, inside a group where one is named, whose items of a kind the caller may read. */
export async function readableProjects(
  call: CollaborationCall,
  feature: ItemFeature,
  groupId?: number,
): Promise<Readable> {
  const question: Question = { subject: subjectOf(call), group_id: groupId, feature };
  return (await call.deps.readable.get(JSON.stringify(question))) as Readable;
}

/** Whose rights a call has. */
export function subjectOf({ user }: Pick<CollaborationCall, 'user'>): Subject {
  return { user_id: user?.id, admin: user?.admin ?? false, external: user?.external ?? false };
}

/** Starts with nothing known. */
export function createReadableGroups({ access }: Clients): ReadableGroups {
  return new BatchCache(async (keys) => {
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

async function ask({ access }: Clients, { subject, group_id, feature }: Question): Promise<Readable> {
  const { everything, projects } = await access.listAccess({ subject, group_id });
  const usable = projects.filter((project) => mayReadFeature(project, feature));
  return { everything, levels: new Map(usable.map(({ id, level }) => [id, level])) };
}
