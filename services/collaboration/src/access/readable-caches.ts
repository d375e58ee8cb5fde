/** Caches of the projects and groups that callers may read; the projects service decides. */
import type { AccessCaches, BatchCache } from '@forgemesh/cache';
import type { Subject } from '@forgemesh/proto/projects/v1/access';
import type { Clients } from '../clients/clients';
import { mayReadFeature, type ItemFeature } from './policy';

/** The projects whose items a caller may read. */
export interface Readable {
  /** All there are, whatever their feature levels; then `levels` is empty. */
  everything: boolean;
  /** The caller's level by project. */
  levels: ReadonlyMap<number, number>;
  /** Whether there are more than were asked for. */
  has_more: boolean;
}

/** A request to the projects service; its JSON is the key of the caches. */
export interface AccessQuestion {
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
          await Promise.all(
            keys.map(async (key) => [key, await ask(clients, JSON.parse(key) as AccessQuestion)] as const),
          ),
        ),
    ),
    // Whoever asks has one question about many projects.
    levels: caches.create(async ([first = '', ...others]) => {
      const [question = '', id] = first.split(SEPARATOR);
      const ids = [id, ...others.map((key) => key.split(SEPARATOR)[1])].map(Number);
      const { levels } = await ask(clients, JSON.parse(question) as AccessQuestion, ids);
      return new Map([...levels].map(([project, level]) => [`${question}${SEPARATOR}${project}`, level]));
    }),
  };
}

/** Between the question and the project in a key of `levels`. */
export const SEPARATOR = ' ';

/** Starts with nothing known. */
export function createReadableGroups({ access }: Clients, caches: AccessCaches): ReadableGroups {
  return caches.create(async (keys) => {
    const answers = keys.map(async (key) => {
      const { everything, groups } = await access.listGroupAccess(JSON.parse(key) as Omit<AccessQuestion, 'feature'>);
      return [key, { everything, levels: new Map(groups.map(({ id, level }) => [id, level])) }] as const;
    });
    return new Map(await Promise.all(answers));
  });
}

async function ask({ access }: Clients, question: AccessQuestion, ids: number[] = []): Promise<Readable> {
  const { subject, group_id, feature, limit } = question;
  const { everything, projects, has_more } = await access.listAccess({ subject, group_id, project_ids: ids, limit });
  const usable = projects.filter((project) => mayReadFeature(project, feature));
  return { everything, levels: new Map(usable.map(({ id, level }) => [id, level])), has_more };
}
