import type { Subject } from '@forgemesh/proto/projects/v1/access';

/**
 * A subject that may access every project, for internal calls without a user. No user has the id 0.
 */
export const instanceSubject: Subject = { user_id: 0, admin: true, external: false };
