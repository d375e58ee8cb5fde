/** Resolves the actors and groups that a request names. */
import type { Call } from '@forgemesh/rpc';
import { BadRequestError } from '@forgemesh/errors';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { FeaturesDeps } from './deps';

/** Targets as a request names them, each comma-separated. */
export interface NamedTargets {
  feature_group?: string | undefined;
  user?: string | undefined;
  group?: string | undefined;
  project?: string | undefined;
}

/** Members of the gates `actors` and `groups`. */
export interface Targets {
  actors: string[];
  groups: string[];
}

const MAX_TARGETS = 100;

/**
 * Resolves the targets; null if the request names none. Throws BadRequestError for a target that
 * does not exist and for too many targets.
 */
export async function resolveTargets(call: Call<FeaturesDeps>, named: NamedTargets): Promise<Targets | null> {
  const [users, groups, projects] = [split(named.user), split(named.group), split(named.project)];
  const featureGroups = split(named.feature_group);
  const count = users.length + groups.length + projects.length + featureGroups.length;
  if (count === 0) return null;
  if (count > MAX_TARGETS) throw new BadRequestError(`400 Bad request - at most ${MAX_TARGETS} targets are allowed`);
  const [userActors, otherActors] = await Promise.all([resolveUsers(call, users), resolve(call, groups, projects)]);
  return { actors: [...userActors, ...otherActors], groups: featureGroups };
}

function split(names: string | undefined): string[] {
  const trimmed = (names ?? '').split(',').map((name) => name.trim());
  return [...new Set(trimmed.filter((name) => name !== ''))];
}

async function resolveUsers({ deps }: Call<FeaturesDeps>, usernames: string[]): Promise<string[]> {
  if (usernames.length === 0) return [];
  const { users } = await deps.directory.listUserProfiles({ ids: [], usernames, emails: [] });
  const ids = new Map(users.map(({ id, username }) => [username.toLowerCase(), id]));
  return usernames.map((name) => `User:${ids.get(name.toLowerCase()) ?? unknown(name)}`);
}

async function resolve(
  { deps, principal }: Call<FeaturesDeps>,
  groups: string[],
  projects: string[],
): Promise<string[]> {
  const named = [
    ...groups.map((ref) => ({ kind: ReferenceKind.REFERENCE_KIND_GROUP, ref, prefix: 'Group' })),
    ...projects.map((ref) => ({ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref, prefix: 'Project' })),
  ];
  if (named.length === 0) return [];
  const subject = { user_id: principal.id, admin: true, external: false };
  const references = named.map(({ kind, ref }) => ({ kind, ref }));
  const { resources } = await deps.access.authorize({ subject, references });
  return named.map(({ ref, prefix }, at) => {
    const resource = resources[at];
    return `${prefix}:${resource?.found ? resource.id : unknown(ref)}`;
  });
}

function unknown(name: string): never {
  throw new BadRequestError(`400 Bad request - ${name} is not found!`);
}
