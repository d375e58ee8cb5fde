/** Determines which limits apply to a request. */
import { createHash } from 'node:crypto';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ClientNetwork } from '@forgemesh/http';

/** Name of a limit in the settings (`throttle_<name>_enabled`). */
export type ThrottleName =
  | 'unauthenticated'
  | 'unauthenticated_git'
  | 'authenticated_api'
  | 'authenticated_web'
  | 'authenticated_git'
  | 'protected_paths';

/** The settings of limits. */
export type ThrottleSettings = Pick<
  ApplicationSettings,
  | `throttle_${ThrottleName}_enabled`
  | `throttle_${ThrottleName}_requests_per_period`
  | `throttle_${ThrottleName}_period_in_seconds`
  | 'protected_paths'
  | 'raw_blob_request_limit'
>;

/** The properties of a request that determine its limits. */
export interface RateSubject {
  method: string;
  /** Path as sent. */
  path: string;
  /** Networks of the client. */
  networks: readonly ClientNetwork[];
  userId: number | undefined;
  /** Whether it is a request of a git client, over HTTP or SSH. */
  isGit: boolean;
}

/** An enabled limit for the requests of one subject. */
export interface Throttle {
  name: ThrottleName | 'raw_blob' | 'operation';
  /** `user 7` or `address 192.0.2.1`. */
  subject: string;
  /** Requests in one period. */
  requests: number;
  /** Length of the period in seconds. */
  seconds: number;
}

/** The path at which passwords are exchanged for tokens: always protected. */
const SIGN_IN_PATH = '/oauth/token';

/** Whose requests are counted together, and their limit as a multiple of that of one client. */
interface CountedSubject {
  name: string;
  factor: number;
}

/** Returns the enabled limits for a request: by user, or by network if there is no user. */
export function throttlesOf(
  settings: ThrottleSettings,
  { method, path, networks, userId, isGit }: RateSubject,
): Throttle[] {
  const isAnonymous = userId === undefined;
  const subjects = isAnonymous ? subjectsOf(networks) : [{ name: `user ${userId}`, factor: 1 }];
  const general = isAnonymous
    ? 'unauthenticated'
    : path.startsWith('/api/')
      ? 'authenticated_api'
      : 'authenticated_web';
  const names: ThrottleName[] = [general];
  if (isGit) names.push(isAnonymous ? 'unauthenticated_git' : 'authenticated_git');
  if (settings.throttle_protected_paths_enabled && method === 'POST' && isProtected(path, settings.protected_paths))
    names.push('protected_paths');
  return enabled(settings, names, subjects);
}

/**
 * Returns the enabled limits for a sign-in that is not a request to a protected path: a password
 * for git, an SSH connection.
 */
export function signInThrottlesOf(settings: ThrottleSettings, networks: readonly ClientNetwork[]): Throttle[] {
  return enabled(settings, ['protected_paths'], subjectsOf(networks));
}

function subjectsOf(networks: readonly ClientNetwork[]): CountedSubject[] {
  return networks.map(({ name, factor }) => ({ name: `address ${name}`, factor }));
}

function enabled(
  settings: ThrottleSettings,
  names: readonly ThrottleName[],
  subjects: readonly CountedSubject[],
): Throttle[] {
  return names
    .filter((name) => settings[`throttle_${name}_enabled`])
    .flatMap((name) =>
      subjects.map((subject) => ({
        name,
        subject: subject.name,
        requests: settings[`throttle_${name}_requests_per_period`] * subject.factor,
        seconds: settings[`throttle_${name}_period_in_seconds`],
      })),
    );
}

/** A protected path includes all paths that begin with it, in any encoding. */
function isProtected(path: string, protectedPaths: readonly string[]): boolean {
  const plain = decoded(path);
  return [SIGN_IN_PATH, ...protectedPaths].some((start) => plain.startsWith(start));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const MINUTE_SECONDS = 60;

/** Returns the limits that an operation declares for an anonymous client, if any, by network. */
export function operationThrottles(
  { contract, anonymousRequestsPerMinute: requests }: LimitedOperation,
  networks: readonly ClientNetwork[],
): Throttle[] {
  if (requests === 0) return [];
  return subjectsOf(networks).map(({ name, factor }) => ({
    name: 'operation',
    subject: `${contract.name} ${name}`,
    requests: requests * factor,
    seconds: MINUTE_SECONDS,
  }));
}

/** The parts of an operation that determine its limit. */
export interface LimitedOperation {
  contract: { name: string };
  /** 0 for no limit. */
  anonymousRequestsPerMinute: number;
}

const rawBlob = /^\/api\/v4\/projects\/[^/]+\/repository\/((?:blobs|files)\/.+\/raw)$|^\/(?!api\/).+?\/(raw\/.+)$/;

/**
 * Returns the limit for one raw file or blob of a project, regardless of the caller; null for any
 * other path.
 */
export function rawBlobThrottle(
  { raw_blob_request_limit: requests }: Pick<ThrottleSettings, 'raw_blob_request_limit'>,
  { path, projectId }: { path: string; projectId: number },
): Throttle | null {
  const [, fileOfApi, fileOfPage] = rawBlob.exec(path) ?? [];
  const file = fileOfApi ?? fileOfPage;
  if (file === undefined || requests <= 0) return null;
  // The length of paths is not limited.
  const digest = createHash('sha256').update(decoded(file)).digest('base64url');
  return { name: 'raw_blob', subject: `project ${projectId} ${digest}`, requests, seconds: MINUTE_SECONDS };
}
