import type { Subject } from '@forgemesh/proto/projects/v1/access';

/** Resolves every project, for questions that concern no user. No user has the id 0. */
export const instanceSubject: Subject = { user_id: 0, admin: true, external: false };
