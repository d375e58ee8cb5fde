/** Requests of users for access to projects and groups. */
export type { AccessRequestDocument } from './access-request.model';
