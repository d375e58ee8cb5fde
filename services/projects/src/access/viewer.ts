/** Whose rights a call has. */
import type { Subject } from '@forgemesh/proto/projects/v1/access';
import type { ProjectsCall } from '../operation';
import type { Viewer } from './access-keys';

/** The caller of an operation. */
export function viewerOf({ user }: ProjectsCall): Viewer {
  return { id: user?.id ?? null, admin: user?.admin ?? false, external: user?.external ?? false };
}

/** The subject of a question about rights. */
export function subjectOf(subject: Subject | undefined): Viewer {
  return {
    id: subject?.user_id ?? null,
    admin: subject?.admin ?? false,
    external: subject?.external ?? false,
  };
}

/** Who sees everything: events are presented to him. */
export const EVENT_VIEWER: Viewer = { id: null, admin: true, external: false };
