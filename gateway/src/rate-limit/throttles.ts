/** Which limits of the instance count for a request. */
import { createHash } from 'node:crypto';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';

/** Name of a limit, as its settings have it (`throttle_<name>_enabled`). */
export type ThrottleName = 'unauthenticated' | 'authenticated_api' | 'authenticated_web' | 'protected_paths';

/** The settings that limits come from. */
export type ThrottleSettings = Pick<
  ApplicationSettings,
  | `throttle_${ThrottleName}_enabled`
  | `throttle_${ThrottleName}_requests_per_period`
  | `throttle_${ThrottleName}_period_in_seconds`
  | 'protected_paths'
  | 'raw_blob_request_limit'
>;

/** What a limit is decided by. */
export interface RateSubject {
  method: string;
  /** Path as sent. */
  path: string;
  /** Empty if many clients may share it. */
  address: string;
  userId: number | undefined;
}

/** A limit that is on, and whose requests it counts together. */
export interface Throttle {
  name: ThrottleName | 'raw_blob';
  /** `user 7` or `address 10.0.0.1`. */
  subject: string;
  /** Requests in one period. */
  requests: number;
  /** Length of the period in seconds. */
  seconds: number;
}

/** The path at which passwords are exchanged for tokens: protected whatever the settings name. */
const SIGN_IN_PATH = '/oauth/token';

/**
 * The enabled limits for a request: by user, or by address if there is no user and the address is
 * not shared.
 */
export function throttlesOf(settings: ThrottleSettings, { method, path, address, userId }: RateSubject): Throttle[] {
  if (userId === undefined && address === '') return [];
  const subject = userId === undefined ? `address ${address}` : `user ${userId}`;
  const general =
    userId === undefined ? 'unauthenticated' : path.startsWith('/api/') ? 'authenticated_api' : 'authenticated_web';
  const names: ThrottleName[] = [general];
  if (settings.throttle_protected_paths_enabled && method === 'POST' && isProtected(path, settings.protected_paths))
    names.push('protected_paths');
  return enabled(settings, names, subject);
}

/**
 * The limits that are on for a sign-in other than by a request to a protected path: a password of
 * git, a connection over SSH.
 */
export function signInThrottlesOf(settings: ThrottleSettings, address: string): Throttle[] {
  return address === '' ? [] : enabled(settings, ['protected_paths'], `address ${address}`);
}

function enabled(settings: ThrottleSettings, names: readonly ThrottleName[], subject: string): Throttle[] {
  return names
    .filter((name) => settings[`throttle_${name}_enabled`])
    .map((name) => ({
      name,
      subject,
      requests: settings[`throttle_${name}_requests_per_period`],
      seconds: settings[`throttle_${name}_period_in_seconds`],
    }));
}

/** A protected path stands for all that begins with it, however it is written. */
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
const rawBlob = /^\/api\/v4\/projects\/[^/]+\/repository\/((?:blobs|files)\/.+\/raw)$/;

/**
 * The limit of requests for one raw file or blob of a project, regardless of the caller; null for
 * any other path.
 */
export function rawBlobThrottle(
  { raw_blob_request_limit: requests }: Pick<ThrottleSettings, 'raw_blob_request_limit'>,
  { path, projectId }: { path: string; projectId: number },
): Throttle | null {
  const [, file] = rawBlob.exec(path) ?? [];
  if (file === undefined || requests <= 0) return null;
  // Paths are as long as clients like.
  const digest = createHash('sha256').update(decoded(file)).digest('base64url');
  return { name: 'raw_blob', subject: `project ${projectId} ${digest}`, requests, seconds: MINUTE_SECONDS };
}
