/** The viewer whose rights apply to a call. */
import type { Subject } from '@forgemesh/proto/projects/v1/access';
import type { Call } from '@forgemesh/rpc';
import type { Viewer } from './access-keys';

/** The caller of an operation. */
export function viewerOf({ user }: Call<unknown>): Viewer {
  return { id: user?.id ?? null, admin: user?.admin ?? false, external: user?.external ?? false };
}

/** The subject of an authorization request. */
export function subjectOf(subject: Subject | undefined): Viewer {
  return {
    id: subject?.user_id ?? null,
    admin: subject?.admin ?? false,
    external: subject?.external ?? false,
  };
}

/** Sees everything. Used to present entities for events. */
export const EVENT_VIEWER: Viewer = { id: null, admin: true, external: false };
